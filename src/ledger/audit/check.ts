import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../store/db/schema.ts';
import type { Ledger, Verification } from '../index.ts';
import type { Alert } from './alert.ts';
import { anchorOf } from './anchor.ts';
import { AuditFindingError } from './finding.ts';
import { lostKeys } from './lost-keys.ts';
import type { LostKeyParts } from './lost-key-parts.ts';
import { remember } from './checked-teams.ts';

export interface CheckParts extends LostKeyParts {
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  readonly ledger: Pick<Ledger, 'verify'>;
}

export interface Check {
  readonly team_id: string;
  readonly ok: boolean;
  /** Number of rows read. */
  readonly checked: number;
  /** Whether the check read all rows, not just those after the last checkpoint that verified. */
  readonly full: boolean;
  readonly kind: string | null;
  readonly first_broken: number | null;
  readonly reason: string | null;
}

export type Found = Pick<Check, 'ok' | 'checked' | 'kind' | 'first_broken' | 'reason'>;

interface Before {
  readonly seq: number;
  readonly ok: boolean;
  readonly kind: string | null;
  readonly first_broken: number | null;
  readonly reason: string | null;
}

/**
 * Compares a team's chain with its latest signed checkpoint and verifies the rows after it, or all rows if there is no
 * checkpoint.
 * @returns the verification's result, and the row after which it started
 */
export const verifySinceCheckpoint = async (
  { pool, ledger }: Pick<CheckParts, 'pool' | 'ledger'>,
  teamId: string,
): Promise<Verification & { readonly since: number }> => {
  try {
    const { anchor, foreign } = await anchorOf(pool, teamId, 0);
    const since = anchor?.from.seq ?? 0;
    const verified = await ledger.verify(teamId, anchor?.from);
    if (verified.ok && foreign !== undefined) return { ...broken(foreign, verified.checked), since };
    return { ...verified, since };
  } catch (error) {
    if (!(error instanceof AuditFindingError)) throw error;
    return { ...broken(error, 0), since: 0 };
  }
};

const broken = ({ kind, seq, message }: AuditFindingError, checked: number): Verification => ({
  ok: false,
  checked,
  first_broken: seq,
  reason: `${kind}: ${message}`,
});

/**
 * Checks a team's chain and stores the check's progress. Reads the rows after the last signed checkpoint that matched, or all
 * rows if `full` is set or the previous check failed. If the chain verifies, also checks that it records every destroyed key.
 * @returns the result, and an alert if the result is new
 */
export const checkTeam = async (
  parts: CheckParts,
  teamId: string,
  options: { readonly full: boolean },
): Promise<{ readonly check: Check; readonly alert: Alert | undefined }> => {
  const { pool, db, ledger } = parts;
  const before: Before | undefined = await db
    .selectFrom('ledger_checks')
    .select(['seq', 'ok', 'kind', 'first_broken', 'reason'])
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  const full = options.full || before?.ok !== true;
  let reached = before?.seq ?? 0;
  let found: Found;
  try {
    const { anchor, foreign } = await anchorOf(pool, teamId, reached);
    const verified = await ledger.verify(teamId, full ? undefined : anchor?.from);
    const kind = verified.ok ? null : (verified.reason ?? 'unknown').split(':')[0]!;
    found = { ...verified, kind };
    if (verified.ok) {
      const since = full ? 0 : (anchor?.from.seq ?? 0);
      found = withLostKeys(found, await lostKeys(parts, teamId, { since, full }));
      reached = anchor?.size ?? 0;
      if (found.ok && foreign !== undefined) {
        found = { ...broken(foreign, found.checked), kind: foreign.kind };
      }
    }
  } catch (error) {
    if (!(error instanceof AuditFindingError)) throw error;
    found = { ...broken(error, 0), kind: error.kind };
  }
  const { ok, checked, kind, first_broken, reason } = found;
  await remember(db, teamId, { ok, kind, first_broken, reason, seq: reached }, full && ok);
  const isKnown = before?.ok === false && before.kind === kind && before.first_broken === first_broken;
  const isNews = !ok && (!isKnown || (kind === LOST && before.reason !== reason));
  const check = { team_id: teamId, ok, checked, full, kind, first_broken, reason };
  return { check, alert: isNews ? alertOf(check) : undefined };
};

/** Returns the alert for a check that found a fault. */
export const alertOf = ({ team_id, kind, first_broken, reason }: Check): Alert => ({
  team_id,
  kind: kind ?? 'unknown',
  first_broken,
  reason: reason ?? 'unknown',
  found_at: new Date().toISOString(),
});

const LOST = 'lost_key';
const NAMED = 5;

const withLostKeys = (found: Found, lost: readonly string[]): Found => {
  if (lost.length === 0) return found;
  const names = `${lost.slice(0, NAMED).join(', ')}${lost.length > NAMED ? ', …' : ''}`;
  const reason = `${LOST}: no key opens these cases (${lost.length}), and no row records an erasure: ${names}`;
  return { ...found, ok: false, kind: LOST, reason };
};
