import type { Kysely, Transaction } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { type SealedValue, findValue, sealValue } from '../../store/vault/vault.ts';

/** Kinds of agent runs that callers wait for or poll: agent tasks and analyses. */
export const KINDS = ['task', 'analysis'] as const;
export type AgentRunKind = (typeof KINDS)[number];

export interface AgentRunRef {
  readonly teamId: string;
  readonly ledgerRef: string;
}

/** A run's result, already masked, in the form stored in the vault. */
export interface StoredResult {
  /** The answer, or null if there is none. */
  readonly answer: string | null;
  /** The answer as JSON, if the request has an output schema and the answer fits it. */
  readonly output?: unknown;
  readonly error: {
    readonly code: string;
    readonly message: string;
    /** Index of the dataset that could not be read, if there are several. */
    readonly dataset?: number;
  } | null;
  readonly unverified_numbers: readonly string[];
  readonly steps: readonly StoredStep[];
  /** For analyses: charts, tables and information on how the dataset was read. */
  readonly more: SealedValue;
}

export interface StoredStep {
  readonly type: 'code';
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number | null;
  readonly truncated: boolean;
}

const resultRef = (ledgerRef: string): string => `${ledgerRef}/result`;

/** Stores the result once, in the same transaction that ends the run. @returns whether this call stored it */
export const storeResult = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: AgentRunRef,
  result: StoredResult,
): Promise<boolean> => sealValue(tx, ring, { teamId, ref: resultRef(ledgerRef), value: { ...result } });

/** Returns a run's result; undefined if there is none yet or it has been erased. */
export const readResult = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: AgentRunRef,
): Promise<StoredResult | undefined> =>
  findValue<StoredResult>(db, ring, { teamId, ref: resultRef(ledgerRef) });
