import type { Socket } from 'node:net';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly tls?: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
}

export interface OutboundAnswer {
  readonly status: number;
  /** The body, or its beginning. */
  readonly body: Buffer;
}

export interface OutboundOptions {
  /** Limit for the whole exchange, from the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  /**
   * Looks up a name once and returns the address to connect to, so that the name cannot lead elsewhere after
   * the check.
   */
  readonly dial: (place: { readonly host: string; readonly port: number }) => Promise<Socket>;
  /** Maximum size of an answer. */
  readonly mostBytes: number;
  /** Whether a longer answer is an error. Otherwise its beginning is enough. */
  readonly refusesLonger: boolean;
}

/** Thrown when no complete answer arrived. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: 'tls_failed' | 'timed_out' | 'closed_early' | 'redirected' | 'too_large';
  /** Whether the request may have reached the other system. */
  readonly mayHaveArrived: boolean;
  /** Status of the answer; null if none arrived. */
  readonly status: number | null;

  constructor(code: OutboundError['code'], mayHaveArrived: boolean, status: number | null = null) {
    super(code);
    this.code = code;
    this.mayHaveArrived = mayHaveArrived;
    this.status = status;
  }
}
