import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  defineSignal,
  patched,
  setHandler,
} from '@temporalio/workflow';
import { RECORDS_BACK, type RecordsBack } from '../governance/records-wait.ts';
import type { RecordsAway } from '../runs/vertical/workflow.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

const recordsBack = defineSignal<[RecordsBack]>(RECORDS_BACK);

/**
 * Repeats an activity while the institution's own system cannot return the records that it needs. Each pause
 * is twice as long as the one before, up to five minutes, and at least as long as the circuit breaker is
 * open. Only failures that the activity classified as such are repeated. A signal ends a pause early, because
 * the system may work again long before the pause is over.
 * @param limitMs time after which the run ends without the record
 */
export const waitingForRecords = async <T>(
  activity: (waited: boolean) => Promise<T>,
  limitMs: number,
): Promise<T> => {
  const started = Date.now();
  let isBack = false;
  for (let pause = FIRST_PAUSE_MS, waited = false; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    isBack = false;
    try {
      return await activity(waited);
    } catch (error) {
      const away = recordsAway(error);
      // During an upgrade, a worker of an earlier release may have ended the run here instead of waiting.
      if (away === undefined || !patched('records-wait')) throw error;
      if (Date.now() - started > limitMs) throw noRecord(away);
      setHandler(recordsBack, () => {
        isBack = true;
      });
      await condition(() => isBack, Math.min(Math.max(pause, away.retry_in_ms), LONGEST_PAUSE_MS));
      waited = true;
    }
  }
};

const recordsAway = (error: unknown): RecordsAway | undefined => {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== 'RecordsAway') return undefined;
  return cause.details?.[0] as RecordsAway;
};

/** Code of a run that ended because a record could not be read. */
export const NO_RECORDS = 'records_unavailable';

const noRecord = ({ connector }: RecordsAway): ApplicationFailure =>
  ApplicationFailure.nonRetryable(
    `The connector ${connector} gave no usable answer for too long. Test it, then submit the case again.`,
    NO_RECORDS,
  );
