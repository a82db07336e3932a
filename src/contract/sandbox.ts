/** Sandboxes that a developer keeps open between programs. */
import { z } from 'zod';
import { codeRunSchema, runCodeBody } from './code-run.ts';
import { ledgerRef, pageQuery, timestamp } from './common.ts';

const MAX_VARIABLES = 50;
const MAX_ENVIRONMENT_BYTES = 65_536;

export const sandboxId = z
  .string()
  .regex(/^sandbox-[0-9a-f]{1,40}$/)
  .meta({ examples: ['sandbox-019ac5b2f0007a3bb5c0d2f1e4a69788'] });

const sizeOf = (variables: Readonly<Record<string, string>>): number =>
  Object.entries(variables).reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0);

const environment = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'expected the name of a variable'),
    z.string().refine((value) => !value.includes('\0'), 'expected no NUL character'),
  )
  .refine(
    (given) => Object.keys(given).length <= MAX_VARIABLES,
    `expected at most ${MAX_VARIABLES} variables`,
  )
  .refine(
    (given) => sizeOf(given) <= MAX_ENVIRONMENT_BYTES,
    `expected at most ${MAX_ENVIRONMENT_BYTES} bytes`,
  );

const libraries = z.enum(['standard', 'data']);

export const openSandboxBody = z
  .strictObject({
    libraries: libraries.default('standard').meta({
      description:
        'Both have the same packages. `data` has numpy, pandas and matplotlib loaded, 1,024 MiB of memory and 256 MiB of files; ' +
        '`standard` has 512 and 64 MiB',
    }),
    memory_mb: z
      .int()
      .min(256)
      .max(2_048)
      .optional()
      .meta({ description: 'Memory in MiB, if it should differ. Files count towards it' }),
    env: environment.default({}).meta({
      description:
        'Environment variables of all programs. They are stored encrypted, and no row contains them',
    }),
    idle_s: z
      .int()
      .min(5)
      .max(3_600)
      .default(600)
      .meta({ description: 'Seconds without a program after which it ends' }),
  })
  .meta({ id: 'OpenSandbox' });

/** Why a sandbox ended. */
export const sandboxEnds = [
  'deleted',
  'idle',
  'lifetime',
  'programs',
  'lost',
  'suspended',
  'busy',
  'unavailable',
] as const;

export type SandboxEndReason = (typeof sandboxEnds)[number];

export const sandboxState = z.enum(['opening', 'open', 'ended']);

export const sandboxSchema = z
  .object({
    id: sandboxId.meta({ description: 'Also the `ledger_ref` of its rows' }),
    ledger_ref: ledgerRef,
    state: sandboxState,
    ended_because: z
      .enum(sandboxEnds)
      .nullable()
      .meta({
        description:
          '`programs`: it has run 1,000 programs; `lost`: the sandbox or its host died; `suspended`: your team suspended code; ' +
          '`busy` and `unavailable`: it was never opened',
      }),
    libraries,
    memory_mb: z.int(),
    idle_s: z.int(),
    programs: z.int().meta({ description: 'Number of programs that were given to it' }),
    created_at: timestamp,
    used_at: timestamp,
    ends_at: timestamp.meta({ description: 'When it ends at the latest' }),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Sandbox' });

export const sandboxListQuery = z.strictObject({ state: sandboxState.optional(), ...pageQuery });

export const sandboxListSchema = z
  .object({
    sandboxes: z.array(sandboxSchema).meta({ description: 'Newest first' }),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'SandboxList' });

export const runInSandboxBody = z.strictObject(runCodeBody.shape).meta({ id: 'RunInSandbox' });

export const sandboxRunSchema = codeRunSchema
  .extend({
    n: z.int().meta({ description: 'Number of the program in its sandbox' }),
    variables_lost: z.boolean().meta({
      description: 'Whether the Python variables are gone, because a program was stopped; files are not',
    }),
  })
  .meta({ id: 'SandboxRun' });

export const sandboxPackagesSchema = z
  .object({
    packages: z
      .array(z.object({ name: z.string(), version: z.string() }))
      .meta({ description: 'Python packages beyond the standard library, by name' }),
  })
  .meta({ id: 'SandboxPackages' });
