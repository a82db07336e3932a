import { describe, expect, it } from 'vitest';
import { formatCheckpoint } from '../../../src/ledger/proofs/checkpoint.ts';
import { createSigner, signNote } from '../../../src/ledger/proofs/signer.ts';
import { type AuditTest, openSigned, rechainFrom } from './helpers.ts';

/** As in attacks.test.ts: a superuser's attack, and the reports of the database and of the two offline verifiers. */
interface Attack {
  readonly what: string;
  readonly sql: string;
  readonly team?: string;
  /** null if the attack fools in-database verification. */
  readonly database: RegExp | null;
  readonly offline: readonly [kind: string, seq: number | null];
}

const A = "team_id = 'team_a'";
const CONTENT = `substr(body, strpos(body, '"content":'))`;
const HEAD = `substr(body, 1, strpos(body, '"content":') - 1)`;
const CHECKPOINT = `UPDATE ledger_checkpoints SET note`;

const attacks: readonly Attack[] = [
  {
    what: 'swaps the bodies of two rows',
    sql: `UPDATE agent_actions AS a SET body = b.body FROM agent_actions AS b
      WHERE a.team_id = 'team_a' AND b.team_id = 'team_a' AND (a.seq, b.seq) IN ((4, 5), (5, 4))`,
    database: /^row_hash/,
    offline: ['row_hash', 4],
  },
  {
    what: 'swaps the bodies of two rows and rechains the rest',
    sql: `UPDATE agent_actions AS a SET body = b.body FROM agent_actions AS b
      WHERE a.team_id = 'team_a' AND b.team_id = 'team_a' AND (a.seq, b.seq) IN ((4, 5), (5, 4)); ${rechainFrom(4)}`,
    database: /^column_mismatch/,
    offline: ['column_mismatch', 4],
  },
  {
    what: 'swaps the contents of two rows but not their columns and rechains the rest',
    sql: `UPDATE agent_actions AS a SET body = ${HEAD.replaceAll('body', 'a.body')} || ${CONTENT.replaceAll('body', 'b.body')}
      FROM agent_actions AS b WHERE a.team_id = 'team_a' AND b.team_id = 'team_a' AND (a.seq, b.seq) IN ((7, 8), (8, 7)); ${rechainFrom(7)}`,
    database: null,
    offline: ['checkpoint_root', 7],
  },
  {
    what: 'backdates a row in column and body and rechains the rest',
    sql: `UPDATE agent_actions AS a SET created_at = n.at, body = agent_action_columns(a.team_id, a.seq, n.at, a.step, a.v,
        a.id, a.ledger_ref, a.action, a.idem_key) || substr(a.body, strpos(a.body, '"content":') + 10)
      FROM (SELECT timestamptz '2020-01-01' AS at) AS n WHERE ${A} AND a.seq = 2; ${rechainFrom(2)}`,
    database: null,
    offline: ['checkpoint_root', 1],
  },
  {
    what: 'dates a row to infinity',
    sql: `UPDATE agent_actions SET created_at = 'infinity' WHERE ${A} AND seq = 5`,
    database: /^column_mismatch/,
    offline: ['unreadable', 5],
  },
  {
    what: 'refines timestamps and shifts one by less than a millisecond',
    sql: `UPDATE pg_attribute SET atttypmod = -1 WHERE attrelid = 'agent_actions'::regclass AND attname = 'created_at';
      UPDATE agent_actions SET created_at = created_at + interval '400 microseconds' WHERE ${A} AND seq = 5`,
    database: /^column_mismatch/,
    offline: ['column_mismatch', 5],
  },
  {
    what: 'changes the version of a row',
    sql: `UPDATE agent_actions SET v = 2 WHERE ${A} AND seq = 5`,
    database: /^column_mismatch/,
    offline: ['column_mismatch', 5],
  },
  {
    what: 'empties a column',
    sql: `ALTER TABLE agent_actions ALTER COLUMN action DROP NOT NULL; UPDATE agent_actions SET action = NULL WHERE ${A} AND seq = 5`,
    database: /^column_mismatch/,
    offline: ['unreadable', 5],
  },
  {
    what: 'moves a row from the middle to another team and rechains that team',
    sql: `UPDATE agent_actions SET team_id = 'team_b', seq = 4 WHERE ${A} AND seq = 5; ${rechainFrom(4, 'team_b')}`,
    team: 'team_b',
    database: /^column_mismatch/,
    offline: ['column_mismatch', 4],
  },
  {
    what: 'exchanges the chains of two teams',
    sql: `UPDATE agent_actions SET team_id = CASE team_id WHEN 'team_a' THEN 'team_x' ELSE 'team_a' END;
      UPDATE agent_actions SET team_id = 'team_b' WHERE team_id = 'team_x';
      UPDATE ledger_heads AS h SET seq = o.seq, row_hash = o.row_hash FROM ledger_heads AS o WHERE o.team_id <> h.team_id`,
    database: /^prev_hash/,
    offline: ['prev_hash', 1],
  },
  {
    what: 'deletes a team with all its data',
    sql: `DELETE FROM agent_actions WHERE ${A}; DELETE FROM ledger_heads WHERE ${A}; DELETE FROM ledger_tiles WHERE ${A};
      DELETE FROM ledger_trees WHERE ${A}; DELETE FROM ledger_checkpoints WHERE ${A}; DELETE FROM teams WHERE id = 'team_a'`,
    database: /^unknown_team/,
    offline: ['no_head', 1],
  },
  {
    what: 'duplicates a row under the same number',
    sql: `ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_pkey, DROP CONSTRAINT agent_actions_no_fork, DROP CONSTRAINT agent_actions_once;
      INSERT INTO agent_actions SELECT * FROM agent_actions WHERE ${A} AND seq = 5`,
    database: /./,
    offline: ['order', 5],
  },
  {
    what: 'forks the chain at its end',
    sql: `ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_no_fork;
      INSERT INTO agent_actions SELECT team_id, 11, created_at, step, v, id, ledger_ref, action, 'fork', prev_hash, row_hash, body
        FROM agent_actions WHERE ${A} AND seq = 10;
      UPDATE ledger_heads SET seq = 11 WHERE ${A}`,
    database: /^prev_hash/,
    offline: ['prev_hash', 11],
  },
  {
    what: 'points the head to a row that never existed',
    sql: `UPDATE ledger_heads SET seq = 11 WHERE ${A}`,
    database: /^head_mismatch/,
    offline: ['head_mismatch', 11],
  },
  {
    what: 'hides a row behind a policy',
    sql: `ALTER TABLE agent_actions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY hidden ON agent_actions USING (seq <> 5)`,
    database: /^gap/,
    offline: ['gap', 6],
  },
  {
    what: 'rebuilds the table from changed and rechained rows with a matching head',
    sql: `CREATE TABLE kept AS SELECT * FROM agent_actions; TRUNCATE agent_actions;
      UPDATE kept SET body = replace(body, 'Step 9', 'Step 8') WHERE ${A};
      INSERT INTO agent_actions SELECT * FROM kept; DROP TABLE kept; ${rechainFrom(9)}`,
    database: null,
    offline: ['checkpoint_root', 7],
  },
  {
    what: 'replays the checkpoint of another team',
    sql: `${CHECKPOINT} = (SELECT note FROM ledger_checkpoints WHERE team_id = 'team_b') WHERE ${A} AND size = 10`,
    database: null,
    offline: ['checkpoint_team', null],
  },
  {
    what: 'replays an older checkpoint as the latest',
    sql: `${CHECKPOINT} = (SELECT note FROM ledger_checkpoints WHERE ${A} AND size = 6) WHERE ${A} AND size = 10;
      DELETE FROM agent_actions WHERE ${A} AND seq > 8;
      UPDATE ledger_heads SET seq = 8, row_hash = (SELECT row_hash FROM agent_actions WHERE ${A} AND seq = 8) WHERE ${A}`,
    database: null,
    offline: ['truncated', 9],
  },
  {
    what: 'changes the size in a checkpoint',
    sql: `${CHECKPOINT} = replace(note, E'\\n10\\n', E'\\n9\\n') WHERE ${A} AND size = 10`,
    database: null,
    offline: ['checkpoint_signature', null],
  },
  {
    what: 'removes the signatures of a checkpoint',
    sql: `${CHECKPOINT} = split_part(note, '—', 1) WHERE ${A} AND size = 10`,
    database: null,
    offline: ['checkpoint_format', null],
  },
];

const judged = async (test: AuditTest & { readonly kept: readonly string[] }, team = 'team_a') =>
  test.judge(await test.export({ kind: 'chain' }, { teamId: team }), {
    checkpoints: team === 'team_a' ? test.kept : [],
  });

describe('The database and two offline verifiers', () => {
  it.for(attacks)(
    'the verifiers give the expected verdict on a superuser who $what',
    async ({ sql, team = 'team_a', database, offline: [kind, seq] }) => {
      const test = await openSigned();
      await test.admin.query(sql);
      const inDatabase = await test.ledger.verify(team);
      if (database === null) expect(inDatabase.ok).toBe(true);
      else expect(inDatabase.reason).toMatch(database);
      expect(await judged(test, team)).toEqual({ ok: false, kind, seq });
    },
  );

  it('both offline verifiers reject a chain and checkpoint that a superuser rewrites and signs with a newly published key', async () => {
    const test = await openSigned();
    await test.admin.query(
      `UPDATE agent_actions SET body = replace(body, 'Step 2', 'Step 3') WHERE ${A} AND seq = 2; ${rechainFrom(2)}`,
    );
    const origin = 'log.example/team_a';
    const mine = createSigner(Buffer.alloc(32, 9));
    const root = Buffer.alloc(32, 9);
    const note = signNote(formatCheckpoint({ origin, size: 10, root }), origin, [mine]);
    await test.admin.query(`${CHECKPOINT} = $1, root = $2 WHERE ${A} AND size = 10`, [note, root]);
    await test.admin.query('UPDATE ledger_keys SET public_key = $1', [mine.publicKey]);
    expect(await judged(test)).toEqual({ ok: false, kind: 'checkpoint_signature', seq: null });
    expect(await test.sign()).toBe('');
  });

  it('both offline verifiers accept a valid extra row at the end but report that no checkpoint covers it', async () => {
    const test = await openSigned();
    const { rows } = await test.admin.query(
      `SELECT FROM append_agent_actions('{team_a}', '{act_x}', '{wf-x}', '{1}', '{db.write}', '{x}', '{"detail":{}}')`,
    );
    expect(rows).toHaveLength(1);
    expect(await judged(test)).toMatchObject({ ok: true, rows: 11, covered: 10, newer: 1 });
  });
});
