import type { Ledger } from '../../ledger/index.ts';
import { InterruptedError } from '../common/failures.ts';
import { persistently } from '../common/persist.ts';

interface CodeStep {
  readonly teamId: string;
  readonly ledgerRef: string;
  /** Step of the row that says how the code ended. */
  readonly step: number;
}

/**
 * Stops a worker that stood still while it ran code from recording an end beside the one that another worker recorded in
 * its place: an outcome that the ledger denies, or further rows.
 * @throws InterruptedError when another worker has recorded that the code was lost
 */
export const expectNotGivenUp = async (
  ledger: Ledger,
  { teamId, ledgerRef, step }: CodeStep,
): Promise<void> => {
  const rows = await persistently(async () => ledger.read(teamId, ledgerRef));
  if (rows.some((row) => row.step === step && row.detail['interrupted'] === true))
    throw new InterruptedError();
};
