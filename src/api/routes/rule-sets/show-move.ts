import type { Entry } from '../../../ledger/index.ts';

/** Shows the row of a move. */
export const showMove = (entry: Entry) => ({
  at: entry.created_at,
  action: entry.action,
  version: entry.step,
  actor: entry.actor,
  summary: entry.summary,
  detail: entry.detail,
  row_id: entry.id,
});
