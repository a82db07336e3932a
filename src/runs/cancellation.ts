import { sql } from 'kysely';

/**
 * Returns the columns that record a request to cancel a run, in the table of any kind of run. The first request counts, and none
 * counts once the run has ended.
 */
export const cancelRequestedBy = (keyId: string) => ({
  cancel_requested_at: sql<Date>`case when status = 'running' then coalesce(cancel_requested_at, now())
    else cancel_requested_at end`,
  cancel_requested_by: sql<string>`case when status = 'running' then coalesce(cancel_requested_by, ${keyId})
    else cancel_requested_by end`,
});

/** Returns the key that asked to cancel a run, for the row of its end, or nothing if the run was cancelled in Temporal. */
export const cancelledBy = (code: string, keyId: string | null): { readonly key_id?: string } =>
  code === 'cancelled' && keyId !== null ? { key_id: keyId } : {};
