import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Served } from '../../contract/connector.ts';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

/** Purpose of the ring that seals connectors' secrets. */
export const CONNECTOR_PURPOSE = 'connectors';

export interface ConnectorOfTeam {
  readonly teamId: string;
  readonly name: string;
}

/** A connector's settings: those that may be shown, and secrets. */
export interface NewConnector extends ConnectorOfTeam {
  readonly kind: 'http' | 'postgres' | 'inbound';
  readonly serves: Served;
  readonly settings: object;
  readonly secrets: object;
}

const SHOWN = [
  'id',
  'team_id',
  'name',
  'kind',
  'serves',
  'version',
  'settings',
  'created_at',
  'updated_at',
  'failures',
  'code',
  'failed_at',
  'answered_at',
  'open_until',
] as const;

/** A stored connector without its secrets. */
export type ConnectorRow = Pick<Selectable<Database['connectors']>, (typeof SHOWN)[number]>;

/** A stored connector, ready to be called. */
export interface OpenConnector extends ConnectorRow {
  /** The opened secrets, in the form in which they were stored. */
  readonly secretValues: object;
}

/**
 * Creates or replaces a connector. A replaced one keeps its id, increments its version and forgets its
 * failures.
 * @returns the connector, or the name of the team's other connector that serves the same kind
 */
export const putConnector = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, name, kind, serves, settings, secrets }: NewConnector,
): Promise<{ readonly row: ConnectorRow; readonly isNew: boolean } | { readonly takenBy: string }> => {
  // Two changes of a team's connectors wait for each other, so that both see the same connectors.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`connectors ${teamId}`}, 0))`.execute(tx);
  const own = await tx
    .selectFrom('connectors')
    .select(['id', 'name', 'serves'])
    .where('team_id', '=', teamId)
    .where((where) => where.or([where('name', '=', name), where('serves', '=', serves)]))
    .execute();
  // Several senders may bring cases; every other kind is served by at most one connector.
  const other = serves === 'cases' ? undefined : own.find((row) => row.name !== name);
  if (other !== undefined) return { takenBy: other.name };
  const known = own.find((row) => row.name === name);
  const id = known?.id ?? newId('con');
  const sealed = ring.seal(Buffer.from(JSON.stringify(secrets)), id);
  const values = {
    kind,
    serves,
    settings: JSON.stringify(settings),
    key_id: sealed.keyId,
    secrets: sealed.bytes,
  };
  const row = await tx
    .insertInto('connectors')
    .values({ id, team_id: teamId, name, ...values, code: null })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'name']).doUpdateSet({
        ...values,
        version: sql<number>`connectors.version + 1`,
        updated_at: sql<Date>`now()`,
        failures: 0,
        code: null,
        failed_at: null,
        open_until: null,
      }),
    )
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
  return { row, isNew: known === undefined };
};

const ofTeam = (db: Db, teamId: string) =>
  db.selectFrom('connectors').select(SHOWN).where('team_id', '=', teamId);

export const listConnectors = async (db: Db, teamId: string): Promise<readonly ConnectorRow[]> =>
  ofTeam(db, teamId).orderBy('name').execute();

/** Returns a connector without its secrets; undefined if the team has none of this name. */
export const findConnector = async (
  db: Db,
  { teamId, name }: ConnectorOfTeam,
): Promise<ConnectorRow | undefined> => ofTeam(db, teamId).where('name', '=', name).executeTakeFirst();

/** Returns whether a connector of the team serves this kind, replacing the service's own records. */
export const isServed = async (db: Db, teamId: string, serves: Served): Promise<boolean> =>
  (await ofTeam(db, teamId).where('serves', '=', serves).limit(1).executeTakeFirst()) !== undefined;

/**
 * Deletes a connector with its secrets.
 * @returns the deleted connector; undefined if the team has none of this name
 */
export const deleteConnector = async (
  db: Db,
  { teamId, name }: ConnectorOfTeam,
): Promise<ConnectorRow | undefined> =>
  db
    .deleteFrom('connectors')
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .returning(SHOWN)
    .executeTakeFirst();

const open = (
  ring: KeyRing,
  { key_id: keyId, secrets, ...row }: ConnectorRow & { readonly key_id: string; readonly secrets: Buffer },
): OpenConnector => ({
  ...row,
  secretValues: JSON.parse(ring.open({ keyId, bytes: secrets }, row.id).toString('utf8')) as object,
});

/** Returns the connectors of a team that serve one of these kinds, with their secrets opened. */
export const openConnectors = async (
  db: Db,
  ring: KeyRing,
  { teamId, serves }: { readonly teamId: string; readonly serves: readonly Served[] },
): Promise<readonly OpenConnector[]> => {
  const rows = await ofTeam(db, teamId)
    .select(['key_id', 'secrets'])
    .where('serves', 'in', [...serves])
    .execute();
  return rows.map((row) => open(ring, row));
};

/** Returns the connector that receives events under this id, for any team; undefined if there is none. */
export const openInbound = async (db: Db, ring: KeyRing, id: string): Promise<OpenConnector | undefined> => {
  const row = await db
    .selectFrom('connectors')
    .select([...SHOWN, 'key_id', 'secrets'])
    .where('id', '=', id)
    .where('kind', '=', 'inbound')
    .executeTakeFirst();
  return row && open(ring, row);
};
