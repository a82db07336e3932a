import { byService, type Ledger } from '../../ledger/index.ts';

const WITHDRAWN = 'run.withdrawn';

/**
 * Withdraws a run that has not begun, by writing its first row. A run can have only one first row, so no sandbox can be opened
 * for it after that.
 * @returns false when the run has already begun
 */
export const withdraw = async (ledger: Ledger, teamId: string, ledgerRef: string): Promise<boolean> => {
  const { entry } = await ledger.append({
    teamId,
    ledgerRef,
    step: 1,
    action: WITHDRAWN,
    governance: 'audited',
    summary: 'Temporal was unavailable. The code was not run and will not be run.',
    detail: {},
    actor: byService('code-runs', { workflow_id: ledgerRef }),
  });
  return saysWithdrawn(entry);
};

export const saysWithdrawn = ({ action }: { readonly action: string }): boolean => action === WITHDRAWN;
