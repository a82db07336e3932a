/** Bounds of one run's traffic. */
export interface EgressLimits {
  /** Connections open at a time. */
  readonly connections: number;
  /** Bytes in both directions together, over the life of the fence. */
  readonly bytes: number;
  /** Time for a client to say what it wants: head of a request, or the first message of TLS. */
  readonly helloMs: number;
  readonly dialMs: number;
  /** A connection without traffic is closed after this long. */
  readonly idleMs: number;
  /** Rows of refused attempts; what comes beyond is counted alone. */
  readonly rows: number;
}

export const EGRESS_LIMITS: EgressLimits = {
  connections: 128,
  bytes: 2 * 1024 ** 3,
  helloMs: 10_000,
  dialMs: 10_000,
  idleMs: 600_000,
  rows: 500,
};
