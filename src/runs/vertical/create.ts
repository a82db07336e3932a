import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { writtenOf } from '../../governance/members.ts';
import { knownIn } from '../../governance/known.ts';
import { recordable } from '../../governance/recordable.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import { urgencyIn } from '../../governance/reviews/times.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { ledgerRefOfRun, newId } from '../../ids.ts';
import { type LinkedDocument, linkDocuments } from '../document/case-documents.ts';
import { type SealedValue, sealValue } from '../../store/vault/vault.ts';
import type { StoredVerticalVersion, VerticalRunInput } from './workflow.ts';

const MAX_CASE_ID = 100;

export interface NewRun {
  readonly teamId: string;
  readonly vertical: VerticalId;
  readonly case: SealedValue;
  /** Who asked for the run. */
  readonly askedBy: Actor;
  /** The case's documents, which the caller has looked up. */
  readonly documents?: readonly LinkedDocument[];
  /** The run of the same case that was sent back. */
  readonly revisionOf?: string;
  /** The run whose case this one takes. */
  readonly caseOf?: string | undefined;
}

/**
 * Stores a run and its sealed case in the caller's transaction. Once that has committed, the service guarantees that the run will
 * start.
 * @returns its workflow's input
 */
export const createRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  run: NewRun,
): Promise<VerticalRunInput> => {
  const { case_id: _, ...input } = await insertRun(tx, ring, { ...run, mode: 'simulated' });
  return input;
};

interface RunToInsert<Id extends string> extends Omit<NewRun, 'vertical'> {
  readonly vertical: Id;
  readonly mode: 'simulated' | 'live';
  readonly ask?: RunAsk | undefined;
  /** The version of a team's own vertical. */
  readonly version?: StoredVerticalVersion;
}

/** Stores a run in either mode. A live run also needs an agent run with its prompts: see {@link createLiveRun} in live.ts. */
export const insertRun = async <Id extends string>(
  tx: Transaction<Database>,
  ring: KeyRing,
  run: RunToInsert<Id>,
): Promise<
  Omit<VerticalRunInput, 'vertical'> & { readonly vertical: Id; readonly case_id: string | null }
> => {
  const run_id = newId('run');
  const ledger_ref = ledgerRefOfRun(run_id);
  const case_id = caseIdOf(run.case);
  await sealValue(tx, ring, { teamId: run.teamId, ref: ledger_ref, value: run.case });
  const { created_at } = await tx
    .insertInto('runs')
    .values({
      id: run_id,
      team_id: run.teamId,
      vertical: run.vertical,
      mode: run.mode,
      status: 'running',
      ledger_ref,
      case_id,
      asked_by: JSON.stringify(run.askedBy),
      urgency: urgencyIn(writtenOf(run.case, 'request')),
      revision_of: run.revisionOf ?? null,
      case_of: run.caseOf ?? null,
      ask: run.ask === undefined ? null : JSON.stringify(run.ask),
      vertical_version: run.version === undefined ? null : JSON.stringify(run.version),
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  const documents = run.documents ?? [];
  await linkDocuments(tx, { teamId: run.teamId, ledgerRef: ledger_ref, documents });
  return {
    run_id,
    team_id: run.teamId,
    vertical: run.vertical,
    ledger_ref,
    created_at: created_at.toISOString(),
    asked_by: run.askedBy,
    ...(documents.length > 0 && { documents: documents.length }),
    case_id,
  };
};

/** Returns the caller's own name for the case. Identifiers in it are masked, because the name is shown in lists. */
export const caseIdOf = (value: SealedValue): string | null =>
  recordable(writtenOf(value, 'id'), MAX_CASE_ID, knownIn(value)) || null;
