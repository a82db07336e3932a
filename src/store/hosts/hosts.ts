import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

export interface SandboxHostState {
  readonly host: string;
  readonly runtime: string;
  readonly state: 'preparing' | 'ready' | 'off';
  /** Describes the preparation in progress, or the reason why the host is off. */
  readonly detail: string;
  /** Number of existing containers, number of idle ones, and number of callers waiting for a container. */
  readonly containers: number;
  readonly ready: number;
  readonly waiting: number;
  /** `host:port` at which the host accepts viewers of its desktops. */
  readonly view_address?: string | null;
}

/** A host that has not reported for this long is considered gone. */
const SILENT = sql`interval '60 seconds'`;
const FORGOTTEN = sql`interval '1 day'`;

/**
 * A host reports its state every five seconds. If a host's last report is older than this, the host may be stalled, so new work
 * goes to others.
 */
const LATE = sql`interval '7 seconds'`;

/** Stores a sandbox host's current state. */
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

/** Removes a host immediately when it shuts down cleanly. */
export const retireHost = async (db: Kysely<Database>, host: string): Promise<void> => {
  await db.deleteFrom('sandbox_hosts').where('host', '=', host).execute();
};

/**
 * Returns whether code can be run and on which hosts. These are the ready hosts whose reports are on time or, if no reports are
 * on time, all ready hosts. If code cannot be run, `detail` says why.
 */
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

/** Returns another ready host if the given one is stalled; undefined if it is healthy or there is no other. */
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

/** After two missed reports, a host and its sandboxes may be gone. */
const UNHEARD = sql`interval '12 seconds'`;

/** Selects the leases that have not ended, each with its host. */
const openLeases = (db: Kysely<Database>) =>
  db
    .selectFrom('sandbox_leases')
    .innerJoin('sandbox_hosts', 'sandbox_hosts.host', 'sandbox_leases.host')
    .where('deadline', '>', sql<Date>`now()`);

/** Selects the open leases of hosts that still report. */
const liveLeases = (db: Kysely<Database>) =>
  openLeases(db).where('seen_at', '>', sql<Date>`now() - ${UNHEARD}`);

/** Returns whether a sandbox is working for a run, according to the leases and the hosts. */
export const isWorkedOn = async (db: Kysely<Database>, run: string): Promise<boolean> => {
  const row = await liveLeases(db).select('sandbox_id').where('run', '=', run).executeTakeFirst();
  return row !== undefined;
};

/** Returns the host that holds an open sandbox, according to the leases and the hosts; undefined when it is gone. */
export const whereaboutsOf = async (db: Kysely<Database>, sandboxId: string): Promise<string | undefined> => {
  const row = await liveLeases(db)
    .select('sandbox_leases.host')
    .where('sandbox_id', '=', sandboxId)
    .executeTakeFirst();
  return row?.host;
};

/**
 * Returns the address for watching the desktop of a team's run, according to the leases and the hosts; undefined if there is
 * none.
 */
export const viewAddressOf = async (
  db: Kysely<Database>,
  { run, teamId }: { readonly run: string; readonly teamId: string },
): Promise<string | undefined> => {
  const row = await openLeases(db)
    .select('view_address')
    .where('run', '=', run)
    .where('team_id', '=', teamId)
    .where('view_address', 'is not', null)
    .orderBy('deadline', 'desc')
    .executeTakeFirst();
  return row?.view_address ?? undefined;
};
