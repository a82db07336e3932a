/** Sandboxes that a developer keeps open between programs. */
import { z } from 'zod';
import { codeRunSchema, runCodeBody } from './code-run.ts';
import { ledgerRef, timestamp } from './common.ts';

export const sandboxId = z
  .string()
  .regex(/^sandbox-[0-9a-f]{1,40}$/)
  .meta({ examples: ['sandbox-019ac5b2f0007a3bb5c0d2f1e4a69788'] });

const environment = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'expected the name of a variable'),
    z.string().max(8_192),
  )
  .refine((given) => Object.keys(given).length <= 50, 'expected at most 50 variables');

export const openSandboxBody = z
  .strictObject({
    libraries: z
      .enum(['standard', 'data'])
      .default('standard')
      .meta({ description: '`data` has numpy, pandas and matplotlib loaded, and more memory' }),
    env: environment
      .default({})
      .meta({ description: 'Environment variables of all programs. They are sealed, and in no row' }),
    idle_s: z
      .int()
      .min(10)
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
  'lost',
  'suspended',
  'busy',
  'unavailable',
] as const;

export type SandboxEndReason = (typeof sandboxEnds)[number];

export const sandboxSchema = z
  .object({
    id: sandboxId.meta({ description: 'Also the `ledger_ref` of its rows' }),
    ledger_ref: ledgerRef,
    state: z.enum(['opening', 'open', 'ended']),
    ended_because: z.enum(sandboxEnds).nullable().meta({
      description: '`lost`: its host or the sandbox itself died; `suspended`: your team has suspended code',
    }),
    libraries: z.enum(['standard', 'data']),
    idle_s: z.int(),
    runs: z.int().meta({ description: 'Programs that were given to it' }),
    created_at: timestamp,
    used_at: timestamp,
    ends_at: timestamp.meta({ description: 'It ends then at the latest' }),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Sandbox' });

export const sandboxListSchema = z
  .object({ sandboxes: z.array(sandboxSchema).meta({ description: 'Newest first, at most 100' }) })
  .meta({ id: 'SandboxList' });

export const runInSandboxBody = z.strictObject(runCodeBody.shape).meta({ id: 'RunInSandbox' });

export const sandboxRunSchema = codeRunSchema
  .extend({
    n: z.int().meta({ description: 'Number of the program in its sandbox' }),
    variables_lost: z
      .boolean()
      .meta({ description: 'Whether Python variables of earlier programs are gone; files are not' }),
  })
  .meta({ id: 'SandboxRun' });
