import type { Ledger } from '../../ledger/index.ts';

const WITHDRAWN = 'run.withdrawn';

/**
 * Withdraws a run that nobody has begun. Its first row says so, and because a run has only one first row, no sandbox can be
 * opened for it any more.
 * @returns false when it has begun
 */
export const withdraw = async (ledger: Ledger, teamId: string, ledgerRef: string): Promise<boolean> => {
  const { entry } = await ledger.append({
    teamId,
    ledgerRef,
    step: 1,
    action: WITHDRAWN,
    governance: 'audited',
    summary: 'The workflow engine was away. The code was not run, and will not be.',
    detail: {},
  });
  return saysWithdrawn(entry);
};

export const saysWithdrawn = ({ action }: { readonly action: string }): boolean => action === WITHDRAWN;
