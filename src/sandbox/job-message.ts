import { JobRefusedError } from './errors.ts';
import { frameOf } from './frames.ts';
import type { RunJob } from './job.ts';
import { checkFileName } from './names.ts';

const MIB = 1024 * 1024;
export const MAX_CODE_BYTES = MIB;
export const MAX_STDIN_BYTES = 10 * MIB;
export const MAX_FILES = 64;
export const MAX_FILES_BYTES = 64 * MIB;
export const MAX_OUTPUT_BYTES = MIB;
export const MAX_RESULT_BYTES = 256 * 1024;

const bytesOf = (content: string | Uint8Array): Buffer =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);

/** Removes a byte order mark and converts CRLF to LF, because neither belongs in a script. */
const asScript = (code: string): string => code.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');

const atMost = (what: string, size: number, limit: number): void => {
  if (size > limit) throw new JobRefusedError(`${what} is larger than ${limit} bytes`);
};

/**
 * Encodes a job for the supervisor: a frame, followed by the bytes of the code, standard input and files.
 * @param timeoutMs wall time, already limited to the sandbox's remaining lifetime
 * @throws JobRefusedError before anything is sent
 */
export const jobMessage = (job: RunJob, session: boolean, timeoutMs: number): readonly Buffer[] => {
  const code = bytesOf(job.language === 'bash' ? asScript(job.code) : job.code);
  const stdin = bytesOf(job.stdin ?? '');
  const files = (job.files ?? []).map(({ name, content }) => ({ name, content: bytesOf(content) }));
  atMost('the code', code.length, MAX_CODE_BYTES);
  atMost('the standard input', stdin.length, MAX_STDIN_BYTES);
  if (files.length > MAX_FILES) throw new JobRefusedError(`there are more than ${MAX_FILES} files`);
  for (const { name } of files) checkFileName(name);
  atMost(
    'the total size of the files',
    files.reduce((sum, { content }) => sum + content.length, 0),
    MAX_FILES_BYTES,
  );
  const frame = frameOf('J', {
    language: job.language,
    session,
    timeout_ms: Math.max(1, Math.round(timeoutMs)),
    code_bytes: code.length,
    stdin_bytes: stdin.length,
    files: files.map(({ name, content }) => ({ name, bytes: content.length })),
    output_bytes: Math.min(job.limits?.outputBytes ?? MAX_OUTPUT_BYTES, MAX_OUTPUT_BYTES),
    result_bytes: Math.min(job.limits?.resultBytes ?? MAX_RESULT_BYTES, MAX_RESULT_BYTES),
    charts: job.charts ?? true,
    ...(job.env !== undefined && { env: job.env }),
  });
  return [Buffer.concat([frame, code, stdin]), ...files.map(({ content }) => content)];
};
