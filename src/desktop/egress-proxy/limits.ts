import { z } from 'zod';

/** Limits for one run's traffic. */
export interface EgressLimits {
  /** Maximum number of open connections. */
  readonly connections: number;
  /** Maximum number of bytes in both directions together, over the fence's lifetime. */
  readonly bytes: number;
  /** Maximum size of a request's head in bytes. */
  readonly headBytes: number;
  /** Maximum size of a client's first TLS message in bytes. */
  readonly helloBytes: number;
  /** Maximum time in milliseconds for a client to send a request's head or its first TLS message. */
  readonly helloMs: number;
  readonly dialMs: number;
  /** Milliseconds without traffic after which a connection is closed. */
  readonly idleMs: number;
  /** Maximum number of rows for refused attempts; any more are only counted. */
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

/** Settings for the limits, part of the schema in src/config.ts. */
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
