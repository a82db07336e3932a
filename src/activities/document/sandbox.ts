import type { SandboxDependencies } from '../code/dependencies.ts';
import { parseReading, type Reading, type Unreadable } from '../../runs/document/reading.ts';
import { CHECKS_PROGRAM, READER_FILES, READER_PROGRAM } from '../../runs/document/sandbox-programs.ts';
import { type Check, checkHolds } from '../../governance/documents/checks.ts';
import {
  type RunJob,
  type RunOutcome,
  type Sandbox,
  SandboxClosedError,
  SandboxLostError,
  SandboxUnavailableError,
} from '../../sandbox/index.ts';

/** Opens a fresh sandbox for work on a document, and destroys it when the work has ended. */
export const inSandbox = async <T>(
  deps: Pick<SandboxDependencies, 'open'>,
  sandboxFor: Omit<Parameters<SandboxDependencies['open']>[0], 'profile'>,
  work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> => {
  const sandbox = await deps.open({ profile: 'python', ...sandboxFor });
  try {
    return await work(sandbox);
  } finally {
    sandbox.retire();
  }
};

const CHECKS_TIMEOUT_MS = 20_000;
/** The reader starts its last page at most 30 s after its own start, and a page takes at most 30 s. */
const READER_TIMEOUT_MS = 75_000;
const MAX_READING_BYTES = 8 * 1024 * 1024;

/** Thrown when the sandbox returns incorrect check results. */
class ChecksFailedError extends Error {
  override readonly name = 'ChecksFailedError';
}

/** Reads a file inside the sandbox, so that this process does not parse any of its bytes. */
export const readInSandbox = async (
  sandbox: Sandbox,
  file: Buffer,
): Promise<{
  readonly reading: Reading | { readonly unreadable: Unreadable };
  readonly outcome: RunOutcome;
}> => {
  const { json, outcome } = await runReader(sandbox, file);
  return { reading: typeof json === 'string' ? parseReading(json) : json, outcome };
};

/** Runs the reader on a file. @returns its unchecked output, or why there is none */
export const runReader = async (
  sandbox: Sandbox,
  file: Buffer,
): Promise<{ readonly json: string | { readonly unreadable: Unreadable }; readonly outcome: RunOutcome }> => {
  const outcome = await runRepeatable(sandbox, {
    language: 'python',
    code: READER_PROGRAM,
    files: [...READER_FILES, { name: 'document', content: file }],
    timeoutMs: READER_TIMEOUT_MS,
    charts: false,
  });
  if (outcome.exit_code !== 0) return { json: { unreadable: reasonFor(outcome) }, outcome };
  const left = await sandbox.readFile('read.json', MAX_READING_BYTES).catch(() => undefined);
  const whole = left !== undefined && left.size <= MAX_READING_BYTES;
  return { json: whole ? left.content.toString('utf8') : { unreadable: 'failed' }, outcome };
};

/** Returns why the reader failed. If it ended early without reaching a limit, its libraries could not handle the file's bytes. */
const reasonFor = ({ timed_out, oom_killed, signal }: RunOutcome): Unreadable =>
  timed_out || oom_killed || signal === 'SIGKILL' ? 'failed' : 'damaged';

/**
 * Runs the checks in the sandbox and compares each verdict with this process's own.
 * @throws ChecksFailedError if they differ, because one of the two programs or the sandbox is broken
 */
export const runChecks = async (
  sandbox: Sandbox,
  checks: readonly Check[],
): Promise<{ readonly passed: readonly boolean[]; readonly outcome: RunOutcome }> => {
  const outcome = await runRepeatable(sandbox, {
    language: 'python',
    code: CHECKS_PROGRAM,
    stdin: JSON.stringify(checks.map(({ type, value }) => [type, value])),
    timeoutMs: CHECKS_TIMEOUT_MS,
    charts: false,
  });
  const own = checks.map(checkHolds);
  if (outcome.result !== own.map((holds) => (holds ? '1' : '0')).join('')) {
    throw new ChecksFailedError('The sandbox and the service disagree on the checks.');
  }
  return { passed: own, outcome };
};

/** Runs a job that may be repeated: if the sandbox is lost, the next attempt uses another one. */
export const runRepeatable = async (sandbox: Sandbox, job: RunJob): Promise<RunOutcome> => {
  try {
    return await sandbox.run(job);
  } catch (error) {
    if (error instanceof SandboxLostError || error instanceof SandboxClosedError) {
      throw new SandboxUnavailableError('the sandbox was lost', { cause: error });
    }
    throw error;
  }
};
