import { SuspendedError } from '../../../store/switches/suspended.ts';
import type { StepResult } from './step.ts';

/** Returns the scope of a step that queued a payout. Its row is refused if payouts were suspended since the step looked. */
export const payoutScopes = ({ detail }: Pick<StepResult, 'detail'>): readonly string[] =>
  detail['payout'] === 'queued' ? ['payouts'] : [];

/** Repeats a transaction that queued a payout just as payouts were suspended. The second time it holds the payout instead. */
export const againIfPayoutsSuspended = async <T>(transact: () => Promise<T>): Promise<T> => {
  try {
    return await transact();
  } catch (error) {
    if (!(error instanceof SuspendedError) || error.scope !== 'payouts') throw error;
    return transact();
  }
};
