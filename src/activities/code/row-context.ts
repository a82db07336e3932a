import type { NewEntry, RowActor } from '../../ledger/index.ts';

export interface CodeRowContext {
  readonly teamId: string;
  readonly ledgerRef: string;
  readonly sandboxId: string;
  readonly actor: RowActor;
}

export type Row = Omit<NewEntry, 'step'>;

/** Returns the fields that all of a code run's rows share. */
export const commonFields = ({
  teamId,
  ledgerRef,
  actor,
}: CodeRowContext): Pick<NewEntry, 'teamId' | 'ledgerRef' | 'actor'> => ({
  teamId,
  ledgerRef,
  actor,
});
