import { problemStatus } from './generated/operations.ts';
import type { Problem } from './generated/types.ts';

/** A stable name of a kind of problem, such as `rate-limited`. */
export type ProblemCode = keyof typeof problemStatus;

/** All errors of this client, except for the reason of the caller's own AbortSignal. */
export class PramaanError extends Error {
  override readonly name: string = 'PramaanError';
}

/** The service did not respond, or the connection broke. `cause` says why. */
export class UnreachableError extends PramaanError {
  override readonly name = 'UnreachableError';
}

/** The time that the caller allowed is over. What was started continues at the service. */
export class TimedOutError extends PramaanError {
  override readonly name = 'TimedOutError';
  /** Id or ledger_ref of the work that was waited for; undefined if only a call took too long. */
  readonly id: string | undefined;

  constructor(message: string, { id, cause }: ErrorOptions & { readonly id?: string } = {}) {
    super(message, { cause });
    this.id = id;
  }
}

/** A receipt, an export or a webhook is not what it claims to be. */
export class ForgedError extends PramaanError {
  override readonly name = 'ForgedError';
}

const PREFIX = 'urn:pramaan:problem:';

/** A response that reports a problem (RFC 9457). */
export class ProblemError extends PramaanError {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** `unknown` if something between client and service responded in its place. */
  readonly code: ProblemCode | 'unknown';
  readonly problem: Partial<Problem>;
  readonly requestId: string | null;
  /** Milliseconds that the service asks a client to wait. */
  readonly retryAfterMs: number | null;

  constructor(response: Response, problem: Partial<Problem>) {
    super([problem.title ?? `HTTP ${response.status}`, problem.detail].filter(Boolean).join(': '));
    this.status = response.status;
    this.problem = problem;
    this.code = codeOf(problem.type);
    this.requestId = problem.request_id ?? response.headers.get('X-Request-Id');
    this.retryAfterMs = waitOf(response.headers.get('Retry-After'));
  }
}

const codeOf = (type: string | undefined): ProblemError['code'] => {
  const code = type?.startsWith(PREFIX) === true ? type.slice(PREFIX.length) : '';
  return Object.hasOwn(problemStatus, code) ? (code as ProblemCode) : 'unknown';
};

/** Reads seconds or a date (RFC 9110, section 10.2.3). */
const waitOf = (header: string | null): number | null => {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
};

/** Reads the problem that a response reports. */
export const problemFrom = async (response: Response): Promise<ProblemError> => {
  const body: unknown = await response.json().catch(() => ({}));
  return new ProblemError(response, typeof body === 'object' && body !== null ? body : {});
};

/**
 * Returns whether an error is a problem, with one of these codes if any are given.
 * @example if (isProblem(error, 'suspended')) …
 */
export const isProblem = (error: unknown, ...codes: readonly ProblemCode[]): error is ProblemError =>
  error instanceof ProblemError && (codes.length === 0 || codes.some((code) => code === error.code));
