export {
  actedBy,
  type Actor,
  actorIn,
  actorOf,
  askedBy,
  type AskedRun,
  byService,
  type RowActor,
  serviceActor,
  type ServiceJob,
} from './actor.ts';
export {
  codecSignedIn,
  keyIssued,
  keyRevoked,
  payloadsDecoded,
  recordChanged,
  recordsImported,
  settingChanged,
  vaultRead,
} from './acts.ts';
export { cut, type Json, type JsonObject } from './canonical.ts';
export type { Entry, NewEntry } from './entry.ts';
export { LedgerUnavailableError } from './errors.ts';
export { createLedger, type Conflict, type Ledger } from './ledger.ts';
export type { Appended, LedgerTransaction } from './statement.ts';
export { hasRows, rowSummaries, type RowSummary } from './summaries.ts';
export type { Verification, VerifiedUpTo } from './verify.ts';
