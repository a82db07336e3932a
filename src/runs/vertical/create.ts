import type { Transaction } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { textOf } from '../../governance/members.ts';
import { recordable } from '../../governance/recordable.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { ledgerRefOfRun, newId } from '../../ids.ts';
import { type SealedValue, sealValue } from '../../store/vault/vault.ts';

const MAX_CASE_ID = 100;

export interface NewRun {
  readonly teamId: string;
  readonly vertical: VerticalId;
  readonly case: SealedValue;
}

/** What the engine is told of a run. */
export interface CreatedRun {
  readonly id: string;
  readonly teamId: string;
  readonly vertical: VerticalId;
  readonly ledgerRef: string;
  readonly createdAt: Date;
}

/** Stores a run and its sealed case. Part of the caller's transaction: once it commits, the run is a promise. */
export const createRun = async (tx: Transaction<Database>, ring: KeyRing, run: NewRun): Promise<CreatedRun> =>
  insertRun(tx, ring, { ...run, mode: 'simulated' });

/** The same of either mode. A live run has more to it: {@link createLiveRun} in live.ts. */
export const insertRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  run: NewRun & { readonly mode: 'simulated' | 'live' },
): Promise<CreatedRun & { readonly caseId: string | null }> => {
  const id = newId('run');
  const ledgerRef = ledgerRefOfRun(id);
  const caseId = caseIdOf(run.case);
  await sealValue(tx, ring, { teamId: run.teamId, ref: ledgerRef, value: run.case });
  const { created_at: createdAt } = await tx
    .insertInto('runs')
    .values({
      id,
      team_id: run.teamId,
      vertical: run.vertical,
      mode: run.mode,
      status: 'running',
      ledger_ref: ledgerRef,
      case_id: caseId,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return { id, teamId: run.teamId, vertical: run.vertical, ledgerRef, createdAt, caseId };
};

/** The caller's own name of the case. It is shown and listed, so identifiers in it are masked. */
const caseIdOf = (value: SealedValue): string | null => recordable(textOf(value, 'id'), MAX_CASE_ID) || null;
