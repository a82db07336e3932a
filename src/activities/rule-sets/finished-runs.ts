import type { Kysely } from 'kysely';
import { parseBody } from '../../ledger/entry.ts';
import type { JsonObject } from '../../ledger/index.ts';
import { documentsInput } from '../../runs/document/case-documents.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { RunToRedecide } from '../../store/rule-sets/backtests.ts';
import { openValue, SealedValueGoneError } from '../../store/vault/vault.ts';
import { openCase, type OpenedCase } from '../verticals/common/documents.ts';

type Facts = Readonly<Record<string, JsonObject>>;

/** Key of a governed step's row in a live run, which ends with the step's number. */
const GOVERNED = /\/governed\/(\d+)$/;

/** Returns what the steps of runs found, by ledger_ref and step number. One query reads the rows of all runs. */
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
    facts[n] ??= (detail ?? {}) as JsonObject;
  }
  return found;
};

/** Opens a finished run's case with what was read from its documents; undefined if it was erased. */
export const openFinished = async (
  { db, vaultRing }: { readonly db: Kysely<Database>; readonly vaultRing: KeyRing },
  {
    teamId,
    vertical,
    ledgerRef,
  }: { readonly teamId: string; readonly vertical: VerticalId; readonly ledgerRef: string },
): Promise<OpenedCase | undefined> => {
  try {
    return await openCase(async (ref) => openValue(db, vaultRing, ref), {
      team_id: teamId,
      ledger_ref: ledgerRef,
      vertical,
      ...(await documentsInput(db, { teamId, ledgerRef })),
    });
  } catch (error) {
    if (error instanceof SealedValueGoneError) return undefined;
    throw error;
  }
};
