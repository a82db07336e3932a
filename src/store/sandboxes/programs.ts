/** The programs that were given to developers' sandboxes. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
type Program = Selectable<Database['sandbox_programs']>;

export type SettledState = Exclude<Program['state'], 'waiting'>;

const now = sql<Date>`clock_timestamp()`;

/** Adds a program. @returns its number, or why the sandbox takes none */
export const addProgram = async (
  tx: Transaction<Database>,
  program: {
    readonly teamId: string;
    readonly id: string;
    readonly timeoutMs: number;
    readonly askedBy: Actor;
  },
  most: { readonly waiting: number; readonly programs: number },
): Promise<number | 'ended' | 'full'> => {
  const { teamId, id, timeoutMs, askedBy } = program;
  const session = await tx
    .selectFrom('sandbox_sessions')
    .select('state')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { last, waiting } = await tx
    .selectFrom('sandbox_programs')
    .select([
      sql<number>`coalesce(max(n), 0)`.as('last'),
      sql<number>`(count(*) FILTER (WHERE state = 'waiting'))::int`.as('waiting'),
    ])
    .where('session_id', '=', id)
    .executeTakeFirstOrThrow();
  if (session.state === 'ended' || last >= most.programs) return 'ended';
  if (waiting >= most.waiting) return 'full';
  const n = last + 1;
  const asked_by = JSON.stringify(askedBy);
  await tx
    .insertInto('sandbox_programs')
    .values({ session_id: id, n, team_id: teamId, timeout_ms: timeoutMs, asked_by })
    .execute();
  await tx.updateTable('sandbox_sessions').set({ used_at: now }).where('id', '=', id).execute();
  return n;
};

export const readProgram = async (db: Db, teamId: string, id: string, n: number): Promise<Program> =>
  db
    .selectFrom('sandbox_programs')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('session_id', '=', id)
    .where('n', '=', n)
    .executeTakeFirstOrThrow();

/** Notes how a program ended. The first note counts. */
export const settleProgram = async (db: Db, id: string, n: number, state: SettledState): Promise<void> => {
  await db
    .updateTable('sandbox_programs')
    .set({ state, ended_at: now })
    .where('session_id', '=', id)
    .where('n', '=', n)
    .where('state', '=', 'waiting')
    .execute();
};

/** Notes that a program was signalled to its workflow. */
export const markSignalled = async (db: Db, id: string, n: number): Promise<void> => {
  await db
    .updateTable('sandbox_programs')
    .set({ told_at: now })
    .where('session_id', '=', id)
    .where('n', '=', n)
    .execute();
};

/** Returns programs that were accepted at least `graceMs` ago and that were signalled to no workflow. */
export const unsignalledPrograms = async (
  db: Db,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
): Promise<readonly Program[]> =>
  db
    .selectFrom('sandbox_programs')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('told_at', 'is', null)
    .where('created_at', '<', sql<Date>`clock_timestamp() - ${graceMs} * interval '1 millisecond'`)
    .orderBy('created_at')
    .limit(limit)
    .execute();
