import type { Kysely } from 'kysely';
import { parseBody } from '../../ledger/entry.ts';
import type { JsonObject } from '../../ledger/index.ts';
import { knownInOpened, type KnownValues } from '../../governance/known.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { RunToRedecide } from '../../store/rule-sets/backtest-progress.ts';
import { openValue, SealedValueGoneError, type VaultRef } from '../../store/vault/vault.ts';
import { NO_DOCUMENTS, openCase, type OpenedCase } from '../verticals/common/documents.ts';

type Facts = Readonly<Record<string, JsonObject>>;

/** Key of a governed step's row in a live run, which ends with the step's number. */
const GOVERNED = /\/governed\/(\d+)$/;

/**
 * Returns the results of runs' steps, by ledger_ref and step number. One query reads the rows of all runs.
 */
export const factsOfRuns = async (
  db: Kysely<Database>,
  teamId: string,
  runs: readonly RunToRedecide[],
): Promise<ReadonlyMap<string, Facts>> => {
  const isLive = new Set(runs.filter(({ mode }) => mode === 'live').map(({ ledger_ref: ref }) => ref));
  const rows = await db
    .selectFrom('agent_actions')
    .select(['ledger_ref', 'step', 'idem_key', 'body'])
    .where('team_id', '=', teamId)
    .where(
      'ledger_ref',
      'in',
      runs.map(({ ledger_ref: ref }) => ref),
    )
    .execute();
  const found = new Map<string, Record<string, JsonObject>>();
  for (const { ledger_ref: ref, step, idem_key: key, body } of rows) {
    const n = isLive.has(ref) ? GOVERNED.exec(key)?.[1] : String(step);
    if (n === undefined) continue;
    const { detail } = parseBody(body).content;
    let facts = found.get(ref);
    if (facts === undefined) found.set(ref, (facts = {}));
    facts[n] ??= detail ?? {};
  }
  return found;
};

/** A finished run's case. */
export interface FinishedCase extends Pick<OpenedCase, 'case' | 'documents'> {
  /** Finds the case's identifiers, which takes longer than deciding it. */
  readonly known: () => KnownValues;
}

/**
 * Opens finished runs' cases with the readings of their documents. One query looks for the documents of all
 * runs.
 */
export const openFinished = async (
  { db, vaultRing }: { readonly db: Kysely<Database>; readonly vaultRing: KeyRing },
  { teamId, vertical }: { readonly teamId: string; readonly vertical: VerticalId },
  runs: readonly RunToRedecide[],
): Promise<(ledgerRef: string) => Promise<FinishedCase | undefined>> => {
  const refs = runs.map(({ ledger_ref: ref }) => ref);
  const rows = await db
    .selectFrom('case_documents')
    .select('ledger_ref')
    .where('team_id', '=', teamId)
    .where('ledger_ref', 'in', refs)
    .execute();
  const withDocuments = new Set(rows.map(({ ledger_ref: ref }) => ref));
  const open = async (ref: VaultRef) => openValue(db, vaultRing, ref);
  return async (ledgerRef) => {
    try {
      if (!withDocuments.has(ledgerRef)) {
        const given = await open({ teamId, ref: ledgerRef });
        return { case: given, documents: NO_DOCUMENTS, known: () => knownInOpened(given) };
      }
      const run = { team_id: teamId, ledger_ref: ledgerRef, vertical, documents: 1 };
      const { known, ...opened } = await openCase(open, run);
      return { ...opened, known: () => known };
    } catch (error) {
      if (error instanceof SealedValueGoneError) return undefined;
      throw error;
    }
  };
};
