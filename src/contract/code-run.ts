import { z } from 'zod';
import { ledgerRef } from './common.ts';
import { fileNameProblem, namesCollide } from './file-name.ts';

const KIB = 1024;
export const MAX_CODE_BYTES = 256 * KIB;
export const MAX_TIMEOUT_MS = 120_000;
const MAX_FILES = 64;
/** Maximum number of bytes returned for all `return_files` together. */
export const MAX_RETURNED_BYTES = 4 * KIB * KIB;

const bytesAtMost = (limit: number) => (text: string) => Buffer.byteLength(text) <= limit;

const fileName = z
  .string()
  .superRefine((name, context) => {
    const problem = fileNameProblem(name);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: `the name ${problem}` });
  })
  .meta({
    description: 'A path below /tmp with `/` between its parts, without `.`, `..` and control characters',
    minLength: 1,
    maxLength: 1024,
    examples: ['sales.csv'],
  });

const inputFile = z
  .strictObject({
    name: fileName,
    content: z.string().optional().meta({ description: 'Text' }),
    content_b64: z.base64().optional().meta({ description: 'Bytes in base64, instead of `content`' }),
  })
  .refine(
    (file) => (file.content === undefined) !== (file.content_b64 === undefined),
    'expected either content or content_b64',
  )
  .meta({ id: 'InputFile' });

export const runCodeBody = z
  .strictObject({
    language: z.enum(['python', 'bash']).default('python'),
    code: z
      .string()
      .refine(bytesAtMost(MAX_CODE_BYTES), `expected at most ${MAX_CODE_BYTES} bytes`)
      .meta({ maxLength: MAX_CODE_BYTES, examples: ["print('hello')\n1 + 1"] }),
    timeout_ms: z
      .int()
      .min(1)
      .max(MAX_TIMEOUT_MS)
      .default(30_000)
      .meta({ description: 'Maximum wall time for the code' }),
    stdin: z.string().optional(),
    files: z
      .array(inputFile)
      .max(MAX_FILES)
      .refine((files) => !namesCollide(files.map(({ name }) => name)), 'expected file names that differ')
      .optional()
      .meta({ description: 'Written to /tmp before the code runs' }),
    return_files: z
      .array(fileName)
      .max(MAX_FILES)
      .optional()
      .meta({ description: 'Names of files whose content to return, up to 4 MiB in total' }),
  })
  .meta({ id: 'RunCode' });

export type RunCodeBody = z.output<typeof runCodeBody>;

const leftFile = z
  .object({
    name: z.string(),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    content_b64: z.string().optional().meta({ description: 'Content of the files named in `return_files`' }),
    content_truncated: z.boolean().optional(),
  })
  .meta({ id: 'LeftFile' });

export const codeRunSchema = z
  .object({
    language: z.enum(['python', 'bash']),
    stdout: z.string(),
    stderr: z.string(),
    result: z.unknown().meta({
      description:
        "Value of a Python program's last expression, as JSON or as its repr; null if there is none",
    }),
    result_truncated: z.boolean(),
    exit_code: z
      .int()
      .meta({ description: "0 to 255; 128 plus the signal's number if a signal ended the program" }),
    signal: z.string().nullable(),
    timed_out: z.boolean(),
    oom_killed: z.boolean(),
    truncated: z.boolean().meta({ description: 'Whether stdout or stderr was cut at 1 MiB' }),
    stdout_truncated: z.boolean(),
    stderr_truncated: z.boolean(),
    stdout_bytes: z.int(),
    stderr_bytes: z.int(),
    duration_ms: z.number(),
    files: z.array(leftFile).meta({ description: 'Files that the code left in /tmp' }),
    files_truncated: z.boolean(),
    egress_attempts: z
      .array(z.object({ host: z.string(), port: z.int().nullable() }))
      .meta({ description: 'Hosts that the code tried to reach; each is an `egress.block` entry' }),
    egress_attempts_more: z.int().min(0).meta({
      description:
        'Number of further attempts that are counted but not listed; one `egress.block` entry with the rule `rows` sums them up',
    }),
    sandbox_id: z.string(),
    ledger_ref: ledgerRef,
  })
  .meta({ id: 'CodeRun' });

export type CodeRunBody = z.output<typeof codeRunSchema>;
