import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SwitchBody, SwitchCounts } from '../../contract/switch.ts';
import type { Database } from '../db/schema.ts';

/** An act on a switch, before it is stored. */
export interface NewSwitch {
  readonly id: string;
  readonly teamId: string;
  readonly scope: string;
  readonly action: 'suspend' | 'resume';
  readonly reason: string;
  readonly until: Date | null;
  readonly actor: Actor;
  readonly counts: SwitchCounts;
}

const COLUMNS = ['id', 'scope', 'action', 'reason', 'until', 'actor', 'counts', 'created_at'] as const;

interface SwitchRow {
  readonly id: string;
  readonly scope: string;
  readonly action: 'suspend' | 'resume';
  readonly reason: string;
  readonly until: Date | null;
  readonly actor: Actor;
  readonly counts: SwitchCounts;
  readonly created_at: Date;
}

const toBody = ({ until, created_at, ...row }: SwitchRow): SwitchBody => ({
  ...row,
  until: until?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  ledger_ref: row.id,
});

/** Stores an act. */
export const storeSwitch = async (tx: Transaction<Database>, act: NewSwitch): Promise<SwitchBody> => {
  const { teamId, actor, counts, ...values } = act;
  const row = await tx
    .insertInto('switches')
    .values({ ...values, team_id: teamId, actor: JSON.stringify(actor), counts: JSON.stringify(counts) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toBody(row);
};

/** Puts a suspension in force, in place of an earlier one of the same scope. */
export const putInForce = async (
  tx: Transaction<Database>,
  { id: switch_id, teamId: team_id, scope, until }: NewSwitch,
): Promise<void> => {
  await tx
    .insertInto('suspensions')
    .values({ team_id, scope, switch_id, until })
    .onConflict((conflict) => conflict.columns(['team_id', 'scope']).doUpdateSet({ switch_id, until }))
    .execute();
};

/** A suspension in force, and who set it. */
export interface InForce {
  readonly until: Date | null;
  readonly actor: Actor;
}

/** Brings the end of a suspension forward. It remains the act of whoever suspended the scope. */
export const endEarlier = async (
  tx: Transaction<Database>,
  teamId: string,
  switchId: string,
  until: Date,
): Promise<void> => {
  await tx
    .updateTable('suspensions')
    .set({ until })
    .where('team_id', '=', teamId)
    .where('switch_id', '=', switchId)
    .execute();
};

/** Locks a team's suspensions, so that the acts of a team on its switches come one after another. */
export const lockSwitches = async (tx: Transaction<Database>, teamId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`switches ${teamId}`}, 0))`.execute(tx);
};

/**
 * Locks the reviews about a team's suspensions, before the suspensions themselves and before {@link
 * lockSwitches}. Nobody opens such a review while an act reads which ones it closes.
 */
export const lockSwitchQuestions = async (tx: Transaction<Database>, teamId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`switch questions ${teamId}`}, 0))`.execute(tx);
};

/** Returns the suspension of exactly this scope; undefined if there is none or its time is over. */
export const inForce = async (
  tx: Transaction<Database>,
  teamId: string,
  scope: string,
): Promise<InForce | undefined> =>
  tx
    .selectFrom('suspensions')
    .innerJoin('switches', 'switches.id', 'suspensions.switch_id')
    .select(['suspensions.until', 'switches.actor'])
    .where('suspensions.team_id', '=', teamId)
    .where('suspensions.scope', '=', scope)
    .where(sql<boolean>`(suspensions.until is null or suspensions.until > clock_timestamp())`)
    .executeTakeFirst();

/** Ends a suspension. @returns false if there was none */
export const endSuspension = async (
  tx: Transaction<Database>,
  teamId: string,
  scope: string,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('suspensions')
    .where('team_id', '=', teamId)
    .where('scope', '=', scope)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Returns suspensions whose time is over. */
export const expiredSuspensions = async (
  db: Kysely<Database>,
): Promise<readonly { readonly teamId: string; readonly scope: string }[]> => {
  const rows = await db
    .selectFrom('suspensions')
    .select(['team_id', 'scope'])
    .where('until', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('until')
    .limit(100)
    .execute();
  return rows.map(({ team_id, scope }) => ({ teamId: team_id, scope }));
};

/** Returns the acts in force, by scope, each with the time at which it now ends. */
export const suspendedNow = async (db: Kysely<Database>, teamId: string): Promise<SwitchBody[]> => {
  const rows = await db
    .selectFrom('suspensions as h')
    .innerJoin('switches as s', 's.id', 'h.switch_id')
    .select(['s.id', 's.scope', 's.action', 's.reason', 'h.until', 's.actor', 's.counts', 's.created_at'])
    .where('h.team_id', '=', teamId)
    .where(sql<boolean>`(h.until is null or h.until > clock_timestamp())`)
    .orderBy('s.scope')
    .execute();
  return rows.map(toBody);
};

/** Position of a page's last act. */
export interface SwitchPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Returns a page of acts, newest first, and its end if there are more. */
export const listSwitches = async (
  db: Kysely<Database>,
  { teamId, limit, after }: { teamId: string; limit: number; after?: SwitchPosition | undefined },
): Promise<{ readonly switches: SwitchBody[]; readonly end: SwitchPosition | undefined }> => {
  let query = db.selectFrom('switches').select(COLUMNS).where('team_id', '=', teamId);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { switches: page.map(toBody), end: last && { createdAt: last.created_at, id: last.id } };
};

/** Returns whether a team requires somebody else to end a suspension. */
export const needsSecondPerson = async (db: Kysely<Database>, teamId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('team_safety')
    .select('second_person')
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.second_person ?? false;
};

/** Sets whether a team requires somebody else to end a suspension. */
export const requireSecondPerson = async (
  tx: Transaction<Database>,
  teamId: string,
  second_person: boolean,
): Promise<void> => {
  await tx
    .insertInto('team_safety')
    .values({ team_id: teamId, second_person })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ second_person }))
    .execute();
};
