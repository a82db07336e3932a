import { describe, expect, it } from 'vitest';
import { openSigned, rechainFrom } from './helpers.ts';

/**
 * A superuser's attacks, with triggers off and without the hash CHECK, on team_a's chain of 10 rows, whose signed checkpoints at
 * 6 and 10 rows are kept outside the database (team_b has 3 rows). `database` is the report of verify_agent_ledger, or null if
 * the attack fools it. `offline` is the report of both offline verifiers about an export with those checkpoints.
 */
interface Attack {
  readonly id: string;
  readonly what: string;
  readonly sql: string;
  readonly team?: string;
  readonly database: RegExp | null;
  readonly offline: { readonly kind: string; readonly seq: number | null };
}

const ROW_5 = "WHERE team_id = 'team_a' AND seq = 5";
const EDIT_5 = `UPDATE agent_actions SET body = replace(body, 'Step 5', 'Step 6') ${ROW_5};`;
const OWN_HASH = `UPDATE agent_actions SET row_hash = sha256(prev_hash || convert_to(body, 'UTF8')) ${ROW_5};`;
const MOVE_HEAD = `UPDATE ledger_heads SET (seq, row_hash) = (SELECT seq, row_hash FROM agent_actions
  WHERE team_id = 'team_a' ORDER BY seq DESC LIMIT 1) WHERE team_id = 'team_a';`;
/** Forges a row with a valid body that continues the chain. */
const FORGE = (seq: number): string => `
  INSERT INTO agent_actions (team_id, seq, created_at, step, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
  SELECT 'team_a', ${seq}, created_at, 1, 'act_f${seq}', 'wf-f', 'db.write', 'forged/${seq}', row_hash,
    sha256(row_hash || convert_to(b.body, 'UTF8')), b.body
  FROM agent_actions AS a, LATERAL (SELECT agent_action_columns('team_a', ${seq}, a.created_at, 1, 1::smallint,
    'act_f${seq}', 'wf-f', 'db.write', 'forged/${seq}') || '{"detail":{},"governance":"none","summary":"x"}}' AS body) AS b
  WHERE team_id = 'team_a' AND seq = ${seq - 1};`;
const RENUMBER = `UPDATE agent_actions SET seq = seq + 100 WHERE team_id = 'team_a' AND seq > 5;
  UPDATE agent_actions SET seq = seq - 101, body = replace(body, '"seq":' || (seq - 100), '"seq":' || (seq - 101))
    WHERE team_id = 'team_a' AND seq > 100;`;
const gone = (kind: string, seq: number | null) => ({ kind, seq });

const attacks: readonly Attack[] = [
  {
    id: 'A01',
    what: 'changes the body of a row',
    sql: EDIT_5,
    database: /^row_hash/,
    offline: gone('row_hash', 5),
  },
  {
    id: 'A02',
    what: 'changes a body and its own hash',
    sql: EDIT_5 + OWN_HASH,
    database: /^prev_hash/,
    offline: gone('prev_hash', 6),
  },
  {
    id: 'A03',
    what: 'rewrites the chain to its end and the head',
    sql: EDIT_5 + rechainFrom(5),
    database: null,
    offline: gone('checkpoint_root', 1),
  },
  {
    id: 'A03',
    what: 'rewrites the chain after the first checkpoint and the head and removes all stored checkpoints',
    sql: `UPDATE agent_actions SET body = replace(body, 'Step 8', 'Step 9') WHERE team_id = 'team_a' AND seq = 8;
      ${rechainFrom(8)} DELETE FROM ledger_checkpoints; DELETE FROM ledger_tiles; DELETE FROM ledger_trees`,
    database: null,
    offline: gone('checkpoint_root', 7),
  },
  {
    id: 'A05',
    what: 'changes the column action',
    sql: `UPDATE agent_actions SET action = 'x' ${ROW_5}`,
    database: /^column_mismatch/,
    offline: gone('column_mismatch', 5),
  },
  {
    id: 'A05',
    what: 'changes the column idem_key',
    sql: `UPDATE agent_actions SET idem_key = 'x' ${ROW_5}`,
    database: /^column_mismatch/,
    offline: gone('column_mismatch', 5),
  },
  {
    id: 'A07',
    what: 'backdates a row',
    sql: `UPDATE agent_actions SET created_at = created_at - interval '1 hour' ${ROW_5}`,
    database: /^column_mismatch/,
    offline: gone('column_mismatch', 5),
  },
  {
    id: 'A09',
    what: 'deletes the first rows',
    sql: "DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq <= 3",
    database: /^gap/,
    offline: gone('gap', 4),
  },
  {
    id: 'A09',
    what: 'deletes the first rows and claims that they were pruned under a seal',
    sql: `INSERT INTO ledger_segments SELECT 'team_a', 1, 3, row_hash, created_at, sha256('x'), 1, now(), now()
        FROM agent_actions WHERE team_id = 'team_a' AND seq = 3;
      DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq <= 3`,
    database: /^gap: rows 1 to 3 are gone/,
    offline: gone('gap', 4),
  },
  {
    id: 'A09',
    what: 'deletes the first rows and adds a seal under an unsigned checkpoint',
    sql: `INSERT INTO ledger_segments SELECT 'team_a', 1, 3, row_hash, created_at, sha256('x'), 1, now(), now()
        FROM agent_actions WHERE team_id = 'team_a' AND seq = 3;
      INSERT INTO ledger_checkpoints (team_id, size, origin, root, note, last_row_hash)
        SELECT 'team_a', 3, c.origin, c.root, replace(c.note, E'\\n10\\n', E'\\n3\\n'), s.last_hash
        FROM ledger_checkpoints AS c, ledger_segments AS s WHERE c.size = 10;
      DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq <= 3`,
    database: null,
    offline: gone('checkpoint_signature', null),
  },
  {
    id: 'A10',
    what: 'deletes a row in the middle',
    sql: `DELETE FROM agent_actions ${ROW_5}`,
    database: /^gap/,
    offline: gone('gap', 6),
  },
  {
    id: 'A11',
    what: 'deletes a row and renumbers and rechains the rest',
    sql: `DELETE FROM agent_actions ${ROW_5}; ${RENUMBER} ${rechainFrom(5)}`,
    database: null,
    offline: gone('checkpoint_root', 1),
  },
  {
    id: 'A12',
    what: 'deletes the last row',
    sql: "DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq = 10",
    database: /^head_mismatch/,
    offline: gone('head_mismatch', 10),
  },
  {
    id: 'A12',
    what: 'deletes everything including the head',
    sql: "DELETE FROM agent_actions WHERE team_id = 'team_a'; DELETE FROM ledger_heads WHERE team_id = 'team_a'",
    database: /^no_head/,
    offline: gone('no_head', 1),
  },
  {
    id: 'A14',
    what: 'cuts off the rows after a checkpoint and repairs the head',
    sql: `DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > 7; ${MOVE_HEAD}`,
    database: null,
    offline: gone('truncated', 8),
  },
  {
    id: 'A15',
    what: 'cuts off rows and forges more than there were',
    sql: `DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > 7; ${[8, 9, 10, 11, 12].map(FORGE).join('')} ${MOVE_HEAD}`,
    database: null,
    offline: gone('checkpoint_root', 7),
  },
  {
    id: 'A17',
    what: 'swaps two neighbours',
    sql: `UPDATE agent_actions SET seq = 99 ${ROW_5}; UPDATE agent_actions SET seq = 5 WHERE team_id = 'team_a' AND seq = 6;
      UPDATE agent_actions SET seq = 6 WHERE team_id = 'team_a' AND seq = 99`,
    database: /^prev_hash/,
    offline: gone('prev_hash', 5),
  },
  {
    id: 'A18',
    what: 'moves a row before the first',
    sql: `ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_sizes; UPDATE agent_actions SET seq = 0 WHERE team_id = 'team_a' AND seq = 10`,
    database: /^seq/,
    offline: gone('order', 0),
  },
  {
    id: 'A19',
    what: 'adds a row with a wrong hash and moves the head',
    sql: `${FORGE(11)} UPDATE agent_actions SET row_hash = sha256('x') WHERE seq = 11; ${MOVE_HEAD}`,
    database: /^row_hash/,
    offline: gone('row_hash', 11),
  },
  {
    id: 'A20',
    what: 'adds a row with a correct hash but leaves the head',
    sql: FORGE(11),
    database: /^head_mismatch/,
    offline: gone('head_mismatch', 11),
  },
  {
    id: 'A23',
    what: 'moves the last row to another team (seen from the first team)',
    sql: "UPDATE agent_actions SET team_id = 'team_b' WHERE team_id = 'team_a' AND seq = 10",
    database: /^head_mismatch/,
    offline: gone('head_mismatch', 10),
  },
  {
    id: 'A23',
    what: 'moves the last row to another team as its next row (seen from that team)',
    sql: "UPDATE agent_actions SET team_id = 'team_b', seq = 4, idem_key = 'x' WHERE team_id = 'team_a' AND seq = 10",
    team: 'team_b',
    database: /^prev_hash/,
    offline: gone('prev_hash', 4),
  },
  {
    id: 'A27',
    what: 'renames a team everywhere (under the new name)',
    sql: `INSERT INTO teams VALUES ('team_c', 'c'); DELETE FROM ledger_heads WHERE team_id = 'team_c';
      UPDATE agent_actions SET team_id = 'team_c' WHERE team_id = 'team_a';
      UPDATE ledger_heads SET team_id = 'team_c' WHERE team_id = 'team_a'`,
    team: 'team_c',
    database: /^prev_hash/,
    offline: gone('checkpoint_team', null),
  },
  {
    id: 'A27',
    what: 'renames a team everywhere (under the old name)',
    sql: `INSERT INTO teams VALUES ('team_c', 'c'); DELETE FROM ledger_heads WHERE team_id = 'team_c';
      UPDATE agent_actions SET team_id = 'team_c' WHERE team_id = 'team_a';
      UPDATE ledger_heads SET team_id = 'team_c' WHERE team_id = 'team_a'`,
    database: /^no_head/,
    offline: gone('no_head', 1),
  },
  {
    id: 'A29',
    what: 'writes the same JSON in another order',
    sql: `UPDATE agent_actions SET body = body::jsonb::text ${ROW_5}`,
    database: /^row_hash/,
    offline: gone('row_hash', 5),
  },
  {
    id: 'A30',
    what: 'inserts a look-alike letter',
    sql: `UPDATE agent_actions SET body = replace(body, 'summary', 'summ' || U&'\\0430' || 'ry') ${ROW_5}`,
    database: /^row_hash/,
    offline: gone('row_hash', 5),
  },
  {
    id: 'A30',
    what: 'decomposes an accented character',
    sql: "UPDATE agent_actions SET body = normalize(body, NFD) WHERE team_id = 'team_a' AND seq = 7",
    database: /^row_hash/,
    offline: gone('row_hash', 7),
  },
  {
    id: 'A31',
    what: 'replaces the verifier, then edits',
    sql: `CREATE OR REPLACE FUNCTION verify_agent_ledger(team_id text, from_seq bigint DEFAULT 0, from_hash bytea DEFAULT NULL)
      RETURNS TABLE (ok boolean, checked bigint, first_broken bigint, reason text) LANGUAGE sql AS
      'SELECT true, 10::bigint, NULL::bigint, NULL::text'; ${EDIT_5}`,
    database: null,
    offline: gone('row_hash', 5),
  },
  {
    id: 'A36',
    what: 'truncates the table',
    sql: 'TRUNCATE agent_actions',
    database: /^head_mismatch/,
    offline: gone('head_mismatch', 1),
  },
  {
    id: 'A37',
    what: 'edits a copy of the table and swaps it in',
    sql: `CREATE TABLE copy (LIKE agent_actions INCLUDING ALL); INSERT INTO copy SELECT * FROM agent_actions;
      UPDATE copy SET body = replace(body, 'Step 5', 'Step 6') ${ROW_5};
      TRUNCATE agent_actions; INSERT INTO agent_actions SELECT * FROM copy`,
    database: /^row_hash/,
    offline: gone('row_hash', 5),
  },
  {
    id: 'A39',
    what: 'disarms the triggers, then deletes',
    sql: `SET session_replication_role = 'origin';
      CREATE OR REPLACE FUNCTION ledger_deny_unsealed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END';
      DELETE FROM agent_actions ${ROW_5}`,
    database: /^gap/,
    offline: gone('gap', 6),
  },
  {
    id: 'A42',
    what: 'restores an older copy',
    sql: `DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > 6; ${MOVE_HEAD} DELETE FROM ledger_checkpoints WHERE size > 6`,
    database: null,
    offline: gone('truncated', 7),
  },
  {
    id: 'A43',
    what: 'restores an older copy and lets it grow',
    sql: `DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > 6; ${[7, 8, 9, 10].map(FORGE).join('')} ${MOVE_HEAD} DELETE FROM ledger_checkpoints WHERE size > 6`,
    database: null,
    offline: gone('checkpoint_root', 7),
  },
  {
    id: 'A62',
    what: 'flips a bit of a hash',
    sql: `UPDATE agent_actions SET row_hash = set_bit(row_hash, 100, 1 - get_bit(row_hash, 100)) ${ROW_5}`,
    database: /^row_hash/,
    offline: gone('row_hash', 5),
  },
  {
    id: 'A62',
    what: 'damages a body so that it is no longer text',
    sql: `CREATE CAST (bytea AS text) WITHOUT FUNCTION; UPDATE agent_actions SET body = '\\xff00fe'::bytea::text ${ROW_5}`,
    database: /^unreadable/,
    offline: gone('row_hash', 5),
  },
  {
    id: 'A34',
    what: 'sets a body to null',
    sql: `ALTER TABLE agent_actions ALTER COLUMN body DROP NOT NULL; UPDATE agent_actions SET body = NULL ${ROW_5}`,
    database: /^row_hash/,
    offline: gone('unreadable', 5),
  },
];

describe('Two offline verifiers that share no code', () => {
  it('both verifiers accept all rows of an untouched chain', async () => {
    const test = await openSigned();
    const whole = await test.judge(await test.export(), { checkpoints: test.kept });
    expect(whole).toMatchObject({ ok: true, rows: 10, last: 10, covered: 10, newer: 0 });
  });

  it.for(attacks)(
    '$id: both verifiers reject the export of a superuser who $what',
    async ({ sql, team = 'team_a', database, offline }) => {
      const test = await openSigned();
      await test.admin.query(sql);
      const inDatabase = await test.ledger.verify(team);
      if (database === null) expect(inDatabase.ok).toBe(true);
      else expect(inDatabase.reason).toMatch(database);
      const text = await test.export({ kind: 'chain' }, { teamId: team });
      const checkpoints = team === 'team_b' ? [] : test.kept;
      expect(await test.judge(text, { checkpoints })).toEqual({ ok: false, ...offline });
    },
  );
});
