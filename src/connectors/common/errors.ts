import type { ConnectorCode } from '../../contract/connector.ts';

/** Thrown when a call gave no usable answer. Its code is safe to show; the answer itself is never part of it. */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
  readonly code: ConnectorCode;
  /** A hint about the cause, in words that quote neither the answer nor a secret. */
  readonly detail: string;
  /**
   * Whether the request may have reached the system. If not, it can be sent again without the risk that
   * something happens twice.
   */
  readonly mayHaveArrived: boolean;
  /** Status of a complete answer that was an error. */
  readonly status: number | undefined;

  constructor(
    code: ConnectorCode,
    detail: string,
    { mayHaveArrived = true, status }: { readonly mayHaveArrived?: boolean; readonly status?: number } = {},
  ) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.mayHaveArrived = mayHaveArrived;
    this.status = status;
  }
}

/** Codes of answers that arrived but cannot be read. They do not tell whether the system works. */
const UNUSABLE: ReadonlySet<ConnectorCode> = new Set(['mapping_failed', 'record_invalid', 'ambiguous']);

/**
 * Statuses below 500 by which a system reports that it does not work, rather than that this one request is
 * wrong.
 */
const OUTAGES: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

/** Returns whether the failure concerns only this request and says nothing about the next one. */
export const isUnusable = ({ code, status }: ConnectorError): boolean =>
  UNUSABLE.has(code) || (code === 'status' && status !== undefined && status < 500 && !OUTAGES.has(status));

/** Thrown when a record is unavailable at the moment, so that its run waits. The message is safe to show. */
export class RecordsAwayError extends Error {
  override readonly name = 'RecordsAwayError';
  readonly connector: string;
  readonly serves: string;
  readonly code: ConnectorCode;
  /** Milliseconds after which asking again may help; 0 if unknown. */
  readonly retryInMs: number;

  constructor(away: Pick<RecordsAwayError, 'connector' | 'serves' | 'code' | 'retryInMs'>) {
    super(`The connector ${away.connector} gave no answer for ${away.serves} (${away.code}).`);
    this.connector = away.connector;
    this.serves = away.serves;
    this.code = away.code;
    this.retryInMs = away.retryInMs;
  }
}
