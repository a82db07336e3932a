import type pg from 'pg';

/** Number of rows per ledger_ref, as in a vertical run. */
export const ROWS_OF_REF = 8;
const AT_A_TIME = 250_000;

/** Turns off the write-ahead log and drops constraints that slow down filling but that proofs do not need. */
export const prepareFill = async (admin: pg.Client): Promise<void> => {
  await admin.query(`ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_no_fork, DROP CONSTRAINT agent_actions_once,
    DROP CONSTRAINT agent_actions_hash`);
  await admin.query('ALTER TABLE agent_actions SET UNLOGGED');
};

/** Fills the table without its most expensive constraints. Restores them afterwards, which checks all rows at once. */
export const fillFast = async (admin: pg.Client, teamId: string, size: number): Promise<void> => {
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = 'agent_actions'::regclass AND conname IN ('agent_actions_no_fork', 'agent_actions_once')`,
  );
  for (const { name } of rows) await admin.query(`ALTER TABLE agent_actions DROP CONSTRAINT ${name}`);
  await fillChain(admin, teamId, size);
  for (const { name, definition } of rows) {
    await admin.query(`ALTER TABLE agent_actions ADD CONSTRAINT ${name} ${definition}`);
  }
};

/**
 * Extends a team's chain to `size` rows, in large batches but with the same bodies, hashes and heads as the append function.
 * Needs the owner's connection, and must only be used on a bench's own server.
 * @param oneRef ledger_ref for all of these rows; by default each ref gets {@link ROWS_OF_REF} rows
 */
export const fillChain = async (
  admin: pg.Client,
  teamId: string,
  size: number,
  oneRef?: string,
): Promise<void> => {
  const start = await headOf(admin, teamId);
  await admin.query("SET session_replication_role = 'replica'");
  for (let reached = await headOf(admin, teamId); reached < size; reached = await headOf(admin, teamId)) {
    await admin.query(FILL, [teamId, reached, Math.min(reached + AT_A_TIME, size), oneRef ?? null, start]);
  }
  await admin.query("SET session_replication_role = 'origin'");
};

export const headOf = async (admin: pg.Client, teamId: string): Promise<number> => {
  const { rows } = await admin.query<{ seq: string }>('SELECT seq FROM ledger_heads WHERE team_id = $1', [
    teamId,
  ]);
  return Number(rows[0]?.seq);
};

export const refOf = (seq: number): string => `wf-${Math.floor((seq - 1) / ROWS_OF_REF)}`;

const CONTENT =
  '{"detail":{"found":[{"masked":"AXXXX0000X","type":"pan"},{"masked":"XXXXXX0000","type":"phone"}],' +
  '"rules":"pii-2026-11"},"governance":"masked in every log and in the ledger",' +
  '"summary":"Looked for identifiers in 6 members of the case: 1 pan, 1 phone"}';

const FILL = `
  WITH new AS (
    SELECT seq, 'act_' || md5(seq::text) AS id, coalesce($4::text, 'wf-' || (seq - 1) / ${ROWS_OF_REF}) AS ref,
      CASE WHEN $4::text IS NULL THEN (seq - 1) % ${ROWS_OF_REF} + 1 ELSE seq - $5::bigint END AS step, timestamptz '2026-11-27 10:00:00+00' + seq * interval '1 ms' AS at
    FROM generate_series($2::bigint + 1, $3::bigint) AS seq
  ), bodied AS (
    SELECT *, agent_action_columns($1, seq, at, step::integer, 1::smallint, id, ref, 'pii.scan', ref || '/' || step)
      || '${CONTENT}}' AS body FROM new
  ), hashed AS (
    SELECT *, ledger_chain(h.row_hash, body) OVER (ORDER BY b.seq) AS hash, h.row_hash AS head
    FROM bodied AS b CROSS JOIN (SELECT row_hash FROM ledger_heads WHERE team_id = $1) AS h
  ), stored AS (
    INSERT INTO agent_actions
      (team_id, seq, created_at, step, v, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
    SELECT $1, seq, at, step, 1, id, ref, 'pii.scan', ref || '/' || step,
      lag(hash, 1, head) OVER (ORDER BY seq), hash, body FROM hashed
    RETURNING seq, row_hash, created_at
  )
  UPDATE ledger_heads AS h SET seq = s.seq, row_hash = s.row_hash, last_at = s.created_at
  FROM (SELECT * FROM stored ORDER BY seq DESC LIMIT 1) AS s WHERE h.team_id = $1`;
