import { V7Generator } from 'uuidv7';

// Random words for some hundred ids at a time: asking the system for each id's own costs more than the rest of it.
const words = new Uint32Array(1_024);
let next = words.length;

const nextUint32 = (): number => {
  if (next === words.length) {
    crypto.getRandomValues(words);
    next = 0;
  }
  return words[next++]!;
};

const uuids = new V7Generator({ nextUint32 });

/**
 * A new identifier: `<prefix>_` and a UUIDv7 (RFC 9562) as 32 hex characters. Sorts by time of making; 74 of its bits
 * are random, so it cannot be guessed.
 */
export const newId = (prefix: 'team' | 'key' | 'run' | 'act' | 'req' | 'sbx' | 'op'): string =>
  `${prefix}_${uuids.generate().toHex()}`;

/** The ledger_ref of a vertical run, made from the run's id so that neither needs the other stored twice. */
export const ledgerRefOfRun = (runId: string): string => `wf-${runId.slice('run_'.length)}`;

/** A new ledger_ref of work that has no resource of its own, named after what it is. */
export const newLedgerRef = (kind: 'run' | 'scan' | 'doc' | 'task' | 'analyze' | 'erase' | 'check'): string =>
  `${kind}-${uuids.generate().toHex()}`;

/**
 * Work whose case lies in the vault, under its own ledger_ref or beside it, before any row is written of it. Read the same
 * by Postgres.
 */
export const VAULTED_REF = /^((wf|run|doc|task|analyze)-|op_)[0-9a-f]{32}$/;
