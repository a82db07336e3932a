import type pg from 'pg';

/** SHA-256 hashes, by name, of every function, trigger, constraint, rule, policy, privilege and setting in a release's ledger. */
export interface Catalog {
  /** The server's major version, because another version may print the same definition differently. */
  readonly postgres: number;
  readonly objects: Readonly<Record<string, string>>;
}

export const RELEASE = new URL('../../../sql/catalog.json', import.meta.url);

/** Tables whose rules decide what the ledger may contain and which of its rows are visible. */
const LEDGER = [
  'agent_actions',
  'ledger_heads',
  'ledger_trees',
  'ledger_tiles',
  'ledger_checkpoints',
  'ledger_checkpoints_set_aside',
  'ledger_cosignatures',
  'ledger_segments',
  'ledger_keys',
  'ledger_checks',
  'ledger_reconciliations',
  'ledger_reconciled_rows',
  'ledger_shipments',
  'ledger_refusals',
];

/** Tables from which the audit learns which teams, runs and sealed values exist. */
const WATCHED = ['teams', 'runs', 'case_vault', 'agent_runs', 'agent_messages', 'api_keys'];

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * Returns SQL that looks up table oids by name. The SQL names the schema, so that a table earlier in the search path is not used
 * instead.
 */
const oids = (names: readonly string[]): string =>
  `(SELECT c.oid FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN (${quoted(names)}))`;

const TABLES = oids(LEDGER);
const ALL = oids([...LEDGER, ...WATCHED]);

const DEFINITIONS = `
  SELECT 'function ' || p.oid::regprocedure AS name, coalesce(array_to_string(p.proconfig, ' '), '')
    || ' ' || CASE p.prokind WHEN 'a' THEN (SELECT g.aggtransfn::regprocedure::text FROM pg_aggregate AS g WHERE g.aggfnoid = p.oid)
      ELSE pg_get_functiondef(p.oid) END AS definition
  FROM pg_proc AS p WHERE pg_get_userbyid(p.proowner) = 'pramaan_ledger'
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
  FROM pg_proc AS p WHERE p.pronamespace = 'public'::regnamespace AND pg_get_userbyid(p.proowner) <> 'pramaan_ledger'
    AND p.oid IN (SELECT t.tgfoid FROM pg_trigger AS t WHERE t.tgrelid IN ${ALL})
  UNION ALL
  SELECT 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
  FROM pg_trigger AS t WHERE NOT t.tgisinternal AND t.tgrelid IN ${ALL}
  UNION ALL
  SELECT 'constraint ' || c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid) || ' ' || c.convalidated::text
  FROM pg_constraint AS c WHERE c.contype IN ('c', 'p', 'u') AND c.conrelid IN ${TABLES}
  UNION ALL
  SELECT 'rule ' || r.ev_class::regclass || ' ' || r.rulename, pg_get_ruledef(r.oid) || ' ' || r.ev_enabled::text
  FROM pg_rewrite AS r WHERE r.ev_class IN ${ALL}
  UNION ALL
  SELECT 'policy ' || p.polrelid::regclass || ' ' || p.polname, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::text,
    pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  FROM pg_policy AS p WHERE p.polrelid IN ${ALL}
  UNION ALL
  SELECT 'row security ' || c.oid::regclass, concat_ws(' ', c.relkind, c.relrowsecurity, c.relforcerowsecurity)
  FROM pg_class AS c WHERE c.oid IN ${ALL}
  UNION ALL
  SELECT 'parts of ' || i.inhparent::regclass || ' ' || i.inhrelid::regclass, 'inherits'
  FROM pg_inherits AS i WHERE i.inhparent IN ${ALL} OR i.inhrelid IN ${ALL}
  UNION ALL
  SELECT 'owner ' || c.oid::regclass, pg_get_userbyid(c.relowner)
  FROM pg_class AS c WHERE c.relkind IN ('r', 'p') AND c.oid IN ${TABLES}
  UNION ALL
  SELECT 'right of pramaan_app ' || t.name || ' ' || r.name, has_table_privilege('pramaan_app', 'public.' || t.name, r.name)::text
  FROM unnest(ARRAY[${quoted(LEDGER)}]) AS t(name),
    unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS r(name)
  WHERE to_regclass('public.' || t.name) IS NOT NULL
  UNION ALL
  SELECT 'right of ' || coalesce(nullif(g.grantee, 0)::regrole::text, 'everybody') || ' ' || c.oid::regclass, 'granted'
  FROM pg_class AS c, LATERAL aclexplode(c.relacl) AS g
  WHERE c.oid IN ${TABLES} AND g.privilege_type <> 'SELECT' AND g.grantee NOT IN (c.relowner, 'pramaan_app'::regrole)
  UNION ALL
  SELECT 'right of pramaan_app ' || p.oid::regprocedure || ' EXECUTE', has_function_privilege('pramaan_app', p.oid, 'EXECUTE')::text
  FROM pg_proc AS p WHERE pg_get_userbyid(p.proowner) = 'pramaan_ledger'
  UNION ALL
  SELECT 'right on a column ' || a.attrelid::regclass || ' ' || a.attname, a.attacl::text
  FROM pg_attribute AS a WHERE a.attacl IS NOT NULL AND a.attrelid IN ${TABLES}
  UNION ALL
  SELECT 'role ' || r.rolname, concat_ws(' ', r.rolsuper, r.rolbypassrls, r.rolcanlogin, r.rolconfig::text)
  FROM pg_roles AS r WHERE r.rolname IN ('pramaan_app', 'pramaan_ledger')
  UNION ALL
  SELECT 'member of ' || m.roleid::regrole, 'pramaan_app'
  FROM pg_auth_members AS m WHERE m.member = 'pramaan_app'::regrole
  UNION ALL
  SELECT 'setting of ' || coalesce(nullif(s.setrole, 0)::regrole::text, 'everybody'), setting
  FROM pg_db_role_setting AS s, unnest(s.setconfig) AS setting
  WHERE s.setdatabase IN (0, (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database()))
    AND setting ~ '^(search_path|session_replication_role|row_security)='
  UNION ALL
  SELECT 'shadow ' || p.oid::regprocedure, 'function'
  FROM pg_proc AS p WHERE p.pronamespace = 'public'::regnamespace AND EXISTS (
    SELECT FROM pg_proc AS b WHERE b.pronamespace = 'pg_catalog'::regnamespace AND b.proname = p.proname)
  UNION ALL
  SELECT 'shadow ' || o.oid::regoperator, 'operator' FROM pg_operator AS o WHERE o.oprnamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'shadow ' || c.oid::regclass, 'table'
  FROM pg_class AS c JOIN pg_class AS o ON o.relname = c.relname AND o.oid IN ${ALL}
  WHERE c.oid <> o.oid AND c.relnamespace IN (SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = ANY (current_schemas(true)))`;

/** Reads the catalog of a database's current ledger. */
export const readCatalog = async (pool: Pick<pg.Pool, 'query'>): Promise<Catalog> => {
  const { rows } = await pool.query<{ name: string; hash: string; postgres: number }>(
    `SELECT d.name, encode(sha256(convert_to(string_agg(coalesce(d.definition, ''), ' ' ORDER BY d.definition), 'UTF8')), 'hex') AS hash,
       current_setting('server_version_num')::integer / 10000 AS postgres
     FROM (${DEFINITIONS}) AS d GROUP BY d.name ORDER BY d.name COLLATE "C"`,
  );
  return {
    postgres: rows[0]?.postgres ?? 0,
    objects: Object.fromEntries(rows.map(({ name, hash }) => [name, hash])),
  };
};
