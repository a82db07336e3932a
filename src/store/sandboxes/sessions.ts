/** Developers' sandboxes: their state and the programs that were given to them. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SandboxEndReason } from '../../contract/sandbox.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
type Tx = Transaction<Database>;

export type SettledState = 'done' | 'lost' | 'suspended' | 'refused';

export type StoredSession = Selectable<Database['sandbox_sessions']> & { readonly runs: number };

const now = sql<Date>`clock_timestamp()`;

const sessions = (db: Db, teamId: string) =>
  db
    .selectFrom('sandbox_sessions as s')
    .selectAll('s')
    .select(sql<number>`(SELECT count(*)::int FROM sandbox_jobs AS j WHERE j.session_id = s.id)`.as('runs'))
    .where('s.team_id', '=', teamId);

export const findSession = async (db: Db, teamId: string, id: string): Promise<StoredSession | undefined> =>
  sessions(db, teamId).where('s.id', '=', id).executeTakeFirst();

export const listSessions = async (db: Db, teamId: string): Promise<readonly StoredSession[]> =>
  sessions(db, teamId).orderBy('s.created_at', 'desc').orderBy('s.id', 'desc').limit(100).execute();

/** Stores a sandbox that is about to be opened. @returns false if the team has as many as it may have */
export const storeSession = async (
  tx: Tx,
  session: {
    readonly id: string;
    readonly teamId: string;
    readonly profile: 'python' | 'data';
    readonly idleMs: number;
    readonly lifetimeMs: number;
    readonly askedBy: Actor;
  },
  most: number,
): Promise<boolean> => {
  const { id, teamId, profile, idleMs, lifetimeMs, askedBy } = session;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sandboxes ${teamId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('sandbox_sessions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('team_id', '=', teamId)
    .where('state', '<>', 'ended')
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return false;
  await tx
    .insertInto('sandbox_sessions')
    .values({
      id,
      team_id: teamId,
      profile,
      idle_ms: idleMs,
      asked_by: JSON.stringify(askedBy),
      ends_at: sql<Date>`clock_timestamp() + ${lifetimeMs} * interval '1 millisecond'`,
    })
    .execute();
  return true;
};

export const markOpen = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('sandbox_sessions')
    .set({ state: 'open' })
    .where('id', '=', id)
    .where('state', '=', 'opening')
    .execute();
};

/** Ends a sandbox. Programs that wait for it are lost. */
export const endSession = async (db: Db, id: string, because: SandboxEndReason): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sandbox_sessions')
      .set({ state: 'ended', ended_because: because, ended_at: now })
      .where('id', '=', id)
      .where('state', '<>', 'ended')
      .execute();
    await tx
      .updateTable('sandbox_jobs')
      .set({ state: because === 'suspended' ? 'suspended' : 'lost', ended_at: now })
      .where('session_id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  });

/** Ends sandboxes whose workflow cannot have ended them in time. @returns their ids */
export const endOverdueSessions = async (db: Db): Promise<readonly string[]> => {
  const overdue = await db
    .selectFrom('sandbox_sessions')
    .select('id')
    .where('state', '<>', 'ended')
    .where('ends_at', '<', sql<Date>`clock_timestamp() - interval '5 minutes'`)
    .limit(100)
    .execute();
  for (const { id } of overdue) await endSession(db, id, 'lost');
  return overdue.map(({ id }) => id);
};

/** Adds a program. @returns its number; undefined if the sandbox has ended or too many programs wait for it */
export const addJob = async (
  tx: Tx,
  teamId: string,
  id: string,
  mostWaiting: number,
): Promise<number | 'ended' | 'full'> => {
  const session = await tx
    .selectFrom('sandbox_sessions')
    .select('state')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (session.state === 'ended') return 'ended';
  const { last, waiting } = await tx
    .selectFrom('sandbox_jobs')
    .select([
      sql<number>`coalesce(max(n), 0)::int`.as('last'),
      sql<number>`(count(*) FILTER (WHERE state = 'waiting'))::int`.as('waiting'),
    ])
    .where('session_id', '=', id)
    .executeTakeFirstOrThrow();
  if (waiting >= mostWaiting) return 'full';
  const n = last + 1;
  await tx.insertInto('sandbox_jobs').values({ session_id: id, n, team_id: teamId }).execute();
  await tx.updateTable('sandbox_sessions').set({ used_at: now }).where('id', '=', id).execute();
  return n;
};

export const stateOfJob = async (db: Db, teamId: string, id: string, n: number) =>
  (
    await db
      .selectFrom('sandbox_jobs')
      .select('state')
      .where('team_id', '=', teamId)
      .where('session_id', '=', id)
      .where('n', '=', n)
      .executeTakeFirstOrThrow()
  ).state;

export const settleJob = async (db: Db, id: string, n: number, state: SettledState): Promise<void> => {
  await db
    .updateTable('sandbox_jobs')
    .set({ state, ended_at: now })
    .where('session_id', '=', id)
    .where('n', '=', n)
    .where('state', '=', 'waiting')
    .execute();
};
