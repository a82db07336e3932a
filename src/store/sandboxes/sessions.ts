/** Developers' sandboxes: opening, state and end. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SandboxEndReason } from '../../contract/sandbox.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
type Tx = Transaction<Database>;

export type StoredSession = Selectable<Database['sandbox_sessions']> & { readonly programs: number };

/** What a team's open sandboxes may use together. */
export interface TeamBounds {
  readonly sandboxes: number;
  readonly memoryMb: number;
}

const now = sql<Date>`clock_timestamp()`;

const sessions = (db: Db, teamId: string) =>
  db
    .selectFrom('sandbox_sessions as s')
    .selectAll('s')
    .select(
      sql<number>`(SELECT coalesce(max(n), 0) FROM sandbox_programs AS p WHERE p.session_id = s.id)`.as(
        'programs',
      ),
    )
    .where('s.team_id', '=', teamId);

export const findSession = async (db: Db, teamId: string, id: string): Promise<StoredSession | undefined> =>
  sessions(db, teamId).where('s.id', '=', id).executeTakeFirst();

/** Returns up to `limit` of a team's sandboxes, newest first. */
export const listSessions = async (
  db: Db,
  teamId: string,
  options: {
    readonly state?: StoredSession['state'] | undefined;
    readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<readonly StoredSession[]> => {
  const { state, after, limit } = options;
  return sessions(db, teamId)
    .$if(state !== undefined, (query) => query.where('s.state', '=', state!))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(s.created_at, s.id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
};

/** Stores a sandbox that is about to be opened. @returns which of the team's bounds it would exceed; undefined if none */
export const storeSession = async (
  tx: Tx,
  session: {
    readonly id: string;
    readonly teamId: string;
    readonly profile: 'python' | 'data';
    readonly memoryMb: number;
    readonly idleMs: number;
    readonly lifetimeMs: number;
    readonly askedBy: Actor;
  },
  bounds: TeamBounds,
): Promise<keyof TeamBounds | undefined> => {
  const { id, teamId, profile, memoryMb, idleMs, lifetimeMs, askedBy } = session;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sandboxes ${teamId}`}, 0))`.execute(tx);
  const open = await tx
    .selectFrom('sandbox_sessions')
    .select([
      sql<number>`count(*)::int`.as('sandboxes'),
      sql<number>`coalesce(sum(memory_mb), 0)::int`.as('memoryMb'),
    ])
    .where('team_id', '=', teamId)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow();
  if (open.sandboxes >= bounds.sandboxes) return 'sandboxes';
  if (open.memoryMb + memoryMb > bounds.memoryMb) return 'memoryMb';
  await tx
    .insertInto('sandbox_sessions')
    .values({
      id,
      team_id: teamId,
      profile,
      memory_mb: memoryMb,
      idle_ms: idleMs,
      lifetime_ms: lifetimeMs,
      asked_by: JSON.stringify(askedBy),
      ends_at: sql<Date>`clock_timestamp() + ${lifetimeMs} * interval '1 millisecond'`,
    })
    .execute();
  return undefined;
};

/** Notes that a sandbox is open. @returns false if it has been ended, because opening it took too long */
export const markOpen = async (db: Db, id: string): Promise<boolean> => {
  const row = await db
    .updateTable('sandbox_sessions')
    .set({ state: 'open' })
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Ends a sandbox. Programs that wait for it never run. */
export const endSession = async (db: Db, id: string, because: SandboxEndReason): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sandbox_sessions')
      .set({ state: 'ended', ended_because: because, ended_at: now })
      .where('id', '=', id)
      .where('state', '<>', 'ended')
      .execute();
    await tx
      .updateTable('sandbox_programs')
      .set({ state: because === 'suspended' ? 'suspended' : 'lost', ended_at: now })
      .where('session_id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  });
