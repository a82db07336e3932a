import type { Ledger } from '../../ledger/index.ts';
import { InterruptedError } from '../common/failures.ts';
import { persistently } from '../common/persist.ts';

interface CodeStep {
  readonly teamId: string;
  readonly ledgerRef: string;
  /** Step number of the row that records how the code ended. */
  readonly step: number;
}

/**
 * Prevents a worker that was stalled while it ran code from recording an end after another worker has recorded one in its place.
 * Otherwise the outcome would contradict the ledger, or extra rows would be written.
 * @throws InterruptedError if another worker has recorded that the code was lost
 */
export const expectNotGivenUp = async (
  ledger: Ledger,
  { teamId, ledgerRef, step }: CodeStep,
): Promise<void> => {
  const rows = await persistently(async () => ledger.read(teamId, ledgerRef));
  if (rows.some((row) => row.step === step && row.detail['interrupted'] === true))
    throw new InterruptedError();
};
