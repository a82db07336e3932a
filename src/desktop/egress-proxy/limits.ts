import { z } from 'zod';

/** Limits of one run's traffic. */
export interface EgressLimits {
  /** Most connections open at a time. */
  readonly connections: number;
  /** Most bytes in both directions together, over the life of the fence. */
  readonly bytes: number;
  /** Largest head of a request, in bytes. */
  readonly headBytes: number;
  /** Largest first TLS message of a client that is read, in bytes. */
  readonly helloBytes: number;
  /** Milliseconds in which a client has to say what it wants, by the head of a request or the first message of TLS. */
  readonly helloMs: number;
  readonly dialMs: number;
  /** Milliseconds without traffic after which a connection is closed. */
  readonly idleMs: number;
  /** Most rows of refused attempts; further attempts are only counted. */
  readonly rows: number;
}

export const EGRESS_LIMITS: EgressLimits = {
  connections: 128,
  bytes: 2 * 1024 ** 3,
  headBytes: 32_768,
  helloBytes: 32_768,
  helloMs: 10_000,
  dialMs: 10_000,
  idleMs: 600_000,
  rows: 500,
};

const count = (fallback: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

const MIB = 1024 ** 2;

/** Settings of the limits, part of the schema in src/config.ts. */
export const egressShape = {
  EGRESS_MAX_CONNECTIONS: count(EGRESS_LIMITS.connections, 1, 10_000),
  EGRESS_MAX_MIB: count(EGRESS_LIMITS.bytes / MIB, 1, 1_048_576),
  EGRESS_MAX_HEAD_BYTES: count(EGRESS_LIMITS.headBytes, 1_024, 1_048_576),
  EGRESS_MAX_HELLO_BYTES: count(EGRESS_LIMITS.helloBytes, 1_024, 1_048_576),
  EGRESS_MAX_ROWS: count(EGRESS_LIMITS.rows, 1, 100_000),
  EGRESS_HELLO_MS: count(EGRESS_LIMITS.helloMs, 100, 600_000),
  EGRESS_DIAL_MS: count(EGRESS_LIMITS.dialMs, 100, 600_000),
  EGRESS_IDLE_MS: count(EGRESS_LIMITS.idleMs, 1_000, 86_400_000),
} as const;

type EgressSettings = { readonly [Name in keyof typeof egressShape]: number };

/** Converts settings into limits. */
export const egressLimitsOf = (settings: EgressSettings): EgressLimits => ({
  connections: settings.EGRESS_MAX_CONNECTIONS,
  bytes: settings.EGRESS_MAX_MIB * MIB,
  headBytes: settings.EGRESS_MAX_HEAD_BYTES,
  helloBytes: settings.EGRESS_MAX_HELLO_BYTES,
  helloMs: settings.EGRESS_HELLO_MS,
  dialMs: settings.EGRESS_DIAL_MS,
  idleMs: settings.EGRESS_IDLE_MS,
  rows: settings.EGRESS_MAX_ROWS,
});
