const HOUR_MS = 3_600_000;

/** Time that a run waits for a record of the institution's own system before it ends without a decision. */
export const RECORDS_WAIT_MS = 72 * HOUR_MS;

/** The same for a live run. It is shorter than the slack in the workflow's lifetime. */
export const LIVE_RECORDS_WAIT_MS = HOUR_MS;

/** Signal to a run's workflow that it is worth asking for its record again. */
export const RECORDS_BACK = 'records-back';

export interface RecordsBack {
  readonly run_id: string;
}
