import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** What a release's ledger is made of: SHA-256 by the name of a function, trigger, constraint, rule or right. */
export interface Catalog {
  /** Major version of the server: another one may write the same definition in other words. */
  readonly postgres: number;
  readonly objects: Readonly<Record<string, string>>;
}

const RELEASE = new URL('../../sql/catalog.json', import.meta.url);

/** Tables whose rules decide what the ledger can be made to hold. */
const TABLES =
  "'agent_actions', 'ledger_heads', 'ledger_trees', 'ledger_tiles', 'ledger_checkpoints', 'ledger_segments'";

const DEFINITIONS = `
  SELECT 'function ' || p.oid::regprocedure AS name, coalesce(array_to_string(p.proconfig, ' '), '')
    || ' ' || CASE p.prokind WHEN 'a' THEN (SELECT g.aggtransfn::regprocedure::text FROM pg_aggregate AS g WHERE g.aggfnoid = p.oid)
      ELSE pg_get_functiondef(p.oid) END AS definition
  FROM pg_proc AS p WHERE pg_get_userbyid(p.proowner) = 'pramaan_ledger'
  UNION ALL
  SELECT 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
  FROM pg_trigger AS t WHERE NOT t.tgisinternal AND t.tgrelid::regclass::text IN (${TABLES}, 'teams')
  UNION ALL
  SELECT 'constraint ' || c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid) || ' ' || c.convalidated::text
  FROM pg_constraint AS c WHERE c.contype IN ('c', 'p', 'u') AND c.conrelid::regclass::text IN (${TABLES})
  UNION ALL
  SELECT 'rule ' || r.ev_class::regclass || ' ' || r.rulename, pg_get_ruledef(r.oid)
  FROM pg_rewrite AS r WHERE r.ev_class::regclass::text IN (${TABLES})
  UNION ALL
  SELECT 'owner ' || c.oid::regclass, pg_get_userbyid(c.relowner)
  FROM pg_class AS c WHERE c.relkind IN ('r', 'p') AND c.oid::regclass::text IN (${TABLES})
  UNION ALL
  SELECT 'right of pramaan_app ' || t.name || ' ' || r.name, has_table_privilege('pramaan_app', t.name, r.name)::text
  FROM unnest(ARRAY[${TABLES}]) AS t(name), unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS r(name)`;

/** What the ledger of a database is made of now. */
export const readCatalog = async (pool: Pick<pg.Pool, 'query'>): Promise<Catalog> => {
  const { rows } = await pool.query<{ name: string; hash: string; postgres: number }>(
    `SELECT d.name, encode(sha256(convert_to(d.definition, 'UTF8')), 'hex') AS hash,
       current_setting('server_version_num')::integer / 10000 AS postgres
     FROM (${DEFINITIONS}) AS d ORDER BY d.name COLLATE "C"`,
  );
  return {
    postgres: rows[0]?.postgres ?? 0,
    objects: Object.fromEntries(rows.map(({ name, hash }) => [name, hash])),
  };
};

export const releasedCatalog = async (): Promise<Catalog> =>
  JSON.parse(await readFile(RELEASE, 'utf8')) as Catalog;

export interface CatalogChange {
  readonly name: string;
  readonly change: 'changed' | 'missing' | 'added';
}

/**
 * How a database's ledger differs from the release's: a verifier that was replaced, a trigger that was switched off.
 * @returns undefined when the server is of another major version than the release was made with: nothing can be said
 */
export const compareCatalogs = (released: Catalog, found: Catalog): readonly CatalogChange[] | undefined => {
  if (released.postgres !== found.postgres) return undefined;
  const names = new Set([...Object.keys(released.objects), ...Object.keys(found.objects)]);
  return [...names].toSorted().flatMap((name): CatalogChange[] => {
    const [before, now] = [released.objects[name], found.objects[name]];
    if (before === now) return [];
    return [{ name, change: before === undefined ? 'added' : now === undefined ? 'missing' : 'changed' }];
  });
};

/** The same, for a database. */
export const catalogChanges = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<readonly CatalogChange[] | undefined> =>
  compareCatalogs(await releasedCatalog(), await readCatalog(pool));
