import { V7Generator } from 'uuidv7';

// Random words are drawn for a few hundred ids at a time, because one system call per id costs more than the rest of newId.
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
 * Returns a new id: `<prefix>_` and a UUIDv7 (RFC 9562) as 32 hex characters. Ids sort by creation time; 74 of their bits
 * are random, so they cannot be guessed.
 */
export const newId = (
  prefix: 'team' | 'key' | 'run' | 'act' | 'req' | 'sbx' | 'op' | 'file' | 'con',
): string => `${prefix}_${uuids.generate().toHex()}`;

/** Returns the ledger_ref of a vertical run, derived from the run's id so that it need not be stored separately. */
export const ledgerRefOfRun = (runId: string): string => `wf-${runId.slice('run_'.length)}`;

/** Returns a new ledger_ref, prefixed with its kind, for work that has no resource of its own. */
export const newLedgerRef = (
  kind: 'run' | 'scan' | 'doc' | 'task' | 'analyze' | 'erase' | 'check' | 'read' | 'refuse',
): string => `${kind}-${uuids.generate().toHex()}`;

/**
 * Matches the ledger_ref of work whose sealed value is in the vault, under that ledger_ref or beside it, before the first row
 * about it is written. Postgres reads the same pattern.
 */
export const VAULTED_REF = /^((wf|run|doc|task|analyze)-|op_)[0-9a-f]{32}$/;
