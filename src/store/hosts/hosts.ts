import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

export interface SandboxHostState {
  readonly host: string;
  readonly runtime: string;
  readonly state: 'preparing' | 'ready' | 'off';
  /** What is being prepared, or why it is off. */
  readonly detail: string;
  /** Containers that exist, those of them that wait for work, and callers that wait for one. */
  readonly containers: number;
  readonly ready: number;
  readonly waiting: number;
  /** `host:port` at which it takes viewers of its desktops. */
  readonly view_address?: string | null;
}

/** A host that has been silent for so long counts as gone. */
const SILENT = sql`interval '60 seconds'`;
const FORGOTTEN = sql`interval '1 day'`;

/** A host says how it is every five seconds. One that has missed that may stand still: new work goes to others. */
const LATE = sql`interval '7 seconds'`;

/** Says how a sandbox host is, now. */
export const announceHost = async (db: Kysely<Database>, state: SandboxHostState): Promise<void> => {
  const row = { ...state, seen_at: sql<Date>`now()` };
  await db
    .insertInto('sandbox_hosts')
    .values(row)
    .onConflict((conflict) => conflict.column('host').doUpdateSet(row))
    .execute();
  await db
    .deleteFrom('sandbox_hosts')
    .where('seen_at', '<', sql<Date>`now() - ${FORGOTTEN}`)
    .execute();
};

/** A host that stops in good order is gone at once. */
export const retireHost = async (db: Kysely<Database>, host: string): Promise<void> => {
  await db.deleteFrom('sandbox_hosts').where('host', '=', host).execute();
};

/** Whether code can be run somewhere, and on which hosts now, those that are late left out; where not, in words, why. */
export const sandboxesNow = async (
  db: Kysely<Database>,
): Promise<{
  readonly state: SandboxHostState['state'];
  readonly detail: string;
  readonly ready: readonly string[];
}> => {
  const rows = await db
    .selectFrom('sandbox_hosts')
    .select(['host', 'state', 'detail', sql<boolean>`seen_at > now() - ${LATE}`.as('beating')])
    .where('seen_at', '>', sql<Date>`now() - ${SILENT}`)
    .execute();
  const best =
    rows.find(({ state }) => state === 'ready') ?? rows.find(({ state }) => state === 'preparing') ?? rows[0];
  const ready = rows.filter(({ state }) => state === 'ready');
  const beating = ready.filter((row) => row.beating);
  return {
    state: best?.state ?? 'off',
    detail: best?.detail ?? 'No worker with a container engine is running.',
    ready: (beating.length > 0 ? beating : ready).map(({ host }) => host),
  };
};

/** A ready host in place of one that stands still; undefined where that one is well, or there is no other. */
export const hostInPlaceOf = async (db: Kysely<Database>, host: string): Promise<string | undefined> => {
  const rows = await db
    .selectFrom('sandbox_hosts')
    .select('host')
    .where('state', '=', 'ready')
    .where('seen_at', '>', sql<Date>`now() - ${LATE}`)
    .orderBy(sql`random()`)
    .execute();
  return rows.some((row) => row.host === host) ? undefined : rows[0]?.host;
};

/** After two beats that were missed a host may be gone, and what it holds with it. */
const UNHEARD = sql`interval '12 seconds'`;

/** Whether a sandbox works for a run, as far as leases and hosts tell. */
export const isWorkedOn = async (db: Kysely<Database>, run: string): Promise<boolean> => {
  const row = await db
    .selectFrom('sandbox_leases')
    .innerJoin('sandbox_hosts', 'sandbox_hosts.host', 'sandbox_leases.host')
    .select('sandbox_id')
    .where('run', '=', run)
    .where('deadline', '>', sql<Date>`now()`)
    .where('seen_at', '>', sql<Date>`now() - ${UNHEARD}`)
    .executeTakeFirst();
  return row !== undefined;
};

/** The host that holds an open sandbox, as far as leases and hosts tell; undefined when it is gone. */
export const whereaboutsOf = async (db: Kysely<Database>, sandboxId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('sandbox_leases')
    .innerJoin('sandbox_hosts', 'sandbox_hosts.host', 'sandbox_leases.host')
    .select('sandbox_leases.host')
    .where('sandbox_id', '=', sandboxId)
    .where('deadline', '>', sql<Date>`now()`)
    .where('seen_at', '>', sql<Date>`now() - ${UNHEARD}`)
    .executeTakeFirst();
  return row?.host;
};

/** Where the desktop of a team's run can be watched, as far as leases and hosts tell; undefined when it is nowhere. */
export const viewAddressOf = async (
  db: Kysely<Database>,
  { run, teamId }: { readonly run: string; readonly teamId: string },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('sandbox_leases')
    .innerJoin('sandbox_hosts', 'sandbox_hosts.host', 'sandbox_leases.host')
    .select('view_address')
    .where('run', '=', run)
    .where('team_id', '=', teamId)
    .where('deadline', '>', sql<Date>`now()`)
    .where('view_address', 'is not', null)
    .orderBy('deadline', 'desc')
    .executeTakeFirst();
  return row?.view_address ?? undefined;
};
