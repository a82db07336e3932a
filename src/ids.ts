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
  prefix:
    | 'team'
    | 'key'
    | 'run'
    | 'act'
    | 'req'
    | 'sbx'
    | 'op'
    | 'file'
    | 'person'
    | 'session'
    | 'link'
    | 'switch'
    | 'wh'
    | 'con'
    | 'cred'
    | 'rev'
    | 'rules'
    | 'bt'
    | 'shadow',
): string => `${prefix}_${uuids.generate().toHex()}`;

/** Returns the id of an event that nothing but a request caused. Other events' ids are derived from what they report. */
export const newEventId = (): string => `evt_${uuids.generate().toHex()}`;

/** Returns the ledger_ref of a vertical run, derived from the run's id so that it need not be stored separately. */
export const ledgerRefOfRun = (runId: string): string => `wf-${runId.slice('run_'.length)}`;

/** Kinds of ledger_refs whose work is done by a workflow. */
const BY_WORKFLOW = ['run', 'doc', 'task', 'analyze', 'page', 'sandbox'] as const;

/** Kinds of ledger_refs whose rows are written by the API, the command line or a job. */
const WITHOUT_WORKFLOW = [
  'scan',
  'erase',
  'check',
  'read',
  'refuse',
  'setting',
  'export',
  'codec',
  'import',
  'record',
  'system',
  'agent',
] as const;

/** Returns a new ledger_ref, prefixed with its kind, for work that has no resource of its own. */
export const newLedgerRef = (
  kind: (typeof BY_WORKFLOW)[number] | (typeof WITHOUT_WORKFLOW)[number],
): string => `${kind}-${uuids.generate().toHex()}`;

/** Matches the ledger_ref of work that a workflow does. */
export const WORKFLOW_REF = new RegExp(`^(wf|${BY_WORKFLOW.join('|')})-|^(op|file)_`);

/**
 * Matches the ledger_ref of rows that no workflow writes. Keys, persons, switches, payouts and similar things
 * use their own id as the ref.
 */
export const NO_WORKFLOW_REF = new RegExp(
  `^(${WITHOUT_WORKFLOW.join('|')}|checkpoint|segment|msg)-|^(key|person|switch|pay|wh|con|cred|rev|rules|shadow)_`,
);

/**
 * Matches the ledger_ref of work whose sealed value is in the vault, under that ledger_ref or beside it, before the first row
 * about it is written. Postgres reads the same pattern.
 */
export const VAULTED_REF = /^((wf|run|doc|task|analyze)-|(op|file)_)[0-9a-f]{32}$/;
