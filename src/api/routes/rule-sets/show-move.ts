import type { Entry } from '../../../ledger/index.ts';

/** Shows the row of a move. Rows about the bounds of a rule set belong to no version. */
export const showMove = (entry: Entry) => ({
  at: entry.created_at,
  action: entry.action,
  version: entry.step === 0 ? null : entry.step,
  actor: entry.actor,
  summary: entry.summary,
  detail: entry.detail,
  row_id: entry.id,
});
