import { describe, expect, it } from 'vitest';
import { appendSteps, openLedger, type LedgerTest } from './helpers.ts';

/**
 * A superuser's attacks on team_a's chain of 10 rows (team_b has 3), with triggers off. The CHECK that would refuse some attacks
 * is off too, because the verifier has to detect them by itself. `broken` and `reason` are the verifier's expected report for
 * `team`.
 */
interface Attack {
  readonly id: string;
  readonly what: string;
  readonly sql: string;
  readonly team?: string;
  readonly broken: number | null;
  readonly reason: RegExp;
}

const WHERE_5 = "WHERE team_id = 'team_a' AND seq = 5";
const HASH = "sha256(prev_hash || convert_to(body, 'UTF8'))";
const COPY = `INSERT INTO agent_actions (team_id, seq, created_at, step, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
  SELECT team_id, 11, created_at, step, id, ledger_ref, action, 'forged', row_hash`;

const attacks: readonly Attack[] = [
  {
    id: 'A01',
    what: 'changes the body of a row',
    sql: `UPDATE agent_actions SET body = replace(body, 'Step 5', 'Step 6') ${WHERE_5}`,
    broken: 5,
    reason: /^row_hash/,
  },
  {
    id: 'A02',
    what: 'changes a body and its row’s hash',
    sql: `UPDATE agent_actions SET body = replace(body, 'Step 5', 'Step 6') ${WHERE_5};
      UPDATE agent_actions SET row_hash = ${HASH} ${WHERE_5}`,
    broken: 6,
    reason: /^prev_hash/,
  },
  ...['action', 'ledger_ref', 'id', 'idem_key'].map((column) => ({
    id: 'A05',
    what: `changes the column ${column} and leaves the body`,
    sql: `UPDATE agent_actions SET ${column} = 'forged' ${WHERE_5}`,
    broken: 5,
    reason: /^column_mismatch/,
  })),
  {
    id: 'A05',
    what: 'changes the column step and leaves the body',
    sql: `UPDATE agent_actions SET step = 50 ${WHERE_5}`,
    broken: 5,
    reason: /^column_mismatch/,
  },
  {
    id: 'A07',
    what: 'dates a row back by an hour',
    sql: `UPDATE agent_actions SET created_at = created_at - interval '1 hour' ${WHERE_5}`,
    broken: 5,
    reason: /^column_mismatch/,
  },
  {
    id: 'A09',
    what: 'deletes the first three rows',
    sql: "DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq <= 3",
    broken: 4,
    reason: /^gap: rows 1 to 3 /,
  },
  {
    id: 'A10',
    what: 'deletes a row in the middle',
    sql: `DELETE FROM agent_actions ${WHERE_5}`,
    broken: 6,
    reason: /^gap: rows 5 to 5 /,
  },
  {
    id: 'A10',
    what: 'deletes a row in the middle and closes the gap in the numbers',
    sql: `DELETE FROM agent_actions ${WHERE_5};
      UPDATE agent_actions SET seq = seq + 100 WHERE team_id = 'team_a' AND seq > 5;
      UPDATE agent_actions SET seq = seq - 101 WHERE team_id = 'team_a' AND seq > 100`,
    broken: 5,
    reason: /^prev_hash/,
  },
  {
    id: 'A12',
    what: 'deletes the last row',
    sql: "DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq = 10",
    broken: 10,
    reason: /^head_mismatch/,
  },
  {
    id: 'A12',
    what: 'deletes all rows',
    sql: "DELETE FROM agent_actions WHERE team_id = 'team_a'",
    broken: 1,
    reason: /^head_mismatch/,
  },
  {
    id: 'A12',
    what: 'deletes all rows and the head',
    sql: "DELETE FROM agent_actions WHERE team_id = 'team_a'; DELETE FROM ledger_heads WHERE team_id = 'team_a'",
    broken: 1,
    reason: /^no_head/,
  },
  {
    id: 'A17',
    what: 'swaps two neighbours',
    sql: `UPDATE agent_actions SET seq = 99 ${WHERE_5};
      UPDATE agent_actions SET seq = 5 WHERE team_id = 'team_a' AND seq = 6;
      UPDATE agent_actions SET seq = 6 WHERE team_id = 'team_a' AND seq = 99`,
    broken: 5,
    reason: /^prev_hash/,
  },
  {
    id: 'A18',
    what: 'moves a row before the first',
    sql: `ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_sizes;
      UPDATE agent_actions SET seq = 0 WHERE team_id = 'team_a' AND seq = 10`,
    broken: 0,
    reason: /^seq/,
  },
  {
    id: 'A19',
    what: 'adds a row at the end with a wrong hash and moves the head to it',
    sql: `${COPY}, sha256('x'), body FROM agent_actions WHERE team_id = 'team_a' AND seq = 10;
      UPDATE ledger_heads SET seq = 11, row_hash = sha256('x') WHERE team_id = 'team_a'`,
    broken: 11,
    reason: /^row_hash/,
  },
  {
    id: 'A20',
    what: 'adds a row at the end with a correct hash but leaves the head',
    sql: `${COPY}, sha256(row_hash || convert_to(b.body, 'UTF8')), b.body FROM agent_actions AS a,
        LATERAL (SELECT agent_action_columns('team_a', 11, created_at, step, v, id, ledger_ref, action, 'forged') || '{}}' AS body) AS b
        WHERE team_id = 'team_a' AND seq = 10`,
    broken: 11,
    reason: /^head_mismatch/,
  },
  {
    id: 'A20',
    what: 'gives the head a different hash',
    sql: "UPDATE ledger_heads SET row_hash = sha256('x') WHERE team_id = 'team_a'",
    broken: 10,
    reason: /^head_mismatch/,
  },
  {
    id: 'A23',
    what: 'moves the last row to another team (seen from the first team)',
    sql: "UPDATE agent_actions SET team_id = 'team_b' WHERE team_id = 'team_a' AND seq = 10",
    broken: 10,
    reason: /^head_mismatch/,
  },
  {
    id: 'A23',
    what: 'moves the last row to another team as its next row (seen from that team)',
    sql: "UPDATE agent_actions SET team_id = 'team_b', seq = 4, idem_key = 'forged' WHERE team_id = 'team_a' AND seq = 10",
    team: 'team_b',
    broken: 4,
    reason: /^prev_hash/,
  },
  {
    id: 'A24',
    what: 'replays an old row under a new key',
    sql: `${COPY}, sha256(row_hash || convert_to(body, 'UTF8')), body FROM agent_actions WHERE team_id = 'team_a' AND seq = 10;
      UPDATE ledger_heads SET seq = 11, row_hash = (SELECT row_hash FROM agent_actions WHERE seq = 11) WHERE team_id = 'team_a'`,
    broken: 11,
    reason: /^column_mismatch/,
  },
  {
    id: 'A27',
    what: 'renames a team everywhere (the new name)',
    sql: `INSERT INTO teams VALUES ('team_c', 'c'); DELETE FROM ledger_heads WHERE team_id = 'team_c';
      UPDATE agent_actions SET team_id = 'team_c' WHERE team_id = 'team_a';
      UPDATE ledger_heads SET team_id = 'team_c' WHERE team_id = 'team_a'`,
    team: 'team_c',
    broken: 1,
    reason: /^prev_hash/,
  },
  {
    id: 'A27',
    what: 'renames a team everywhere (the old name)',
    sql: `INSERT INTO teams VALUES ('team_c', 'c'); DELETE FROM ledger_heads WHERE team_id = 'team_c';
      UPDATE agent_actions SET team_id = 'team_c' WHERE team_id = 'team_a';
      UPDATE ledger_heads SET team_id = 'team_c' WHERE team_id = 'team_a'`,
    broken: 1,
    reason: /^no_head/,
  },
  {
    id: 'A29',
    what: 'writes the same JSON with its members in another order',
    sql: `UPDATE agent_actions SET body = body::jsonb::text ${WHERE_5}`,
    broken: 5,
    reason: /^row_hash/,
  },
  {
    id: 'A30',
    what: 'replaces a Latin letter with a Cyrillic one',
    sql: `UPDATE agent_actions SET body = replace(body, 'summary', 'summ' || U&'\\0430' || 'ry') ${WHERE_5}`,
    broken: 5,
    reason: /^row_hash/,
  },
  {
    id: 'A30',
    what: 'decomposes an accented character',
    sql: `UPDATE agent_actions SET body = normalize(body, NFD) WHERE team_id = 'team_a' AND seq = 7`,
    broken: 7,
    reason: /^row_hash/,
  },
  {
    id: 'A62',
    what: 'flips a bit of a stored hash',
    sql: `UPDATE agent_actions SET row_hash = set_bit(row_hash, 100, 1 - get_bit(row_hash, 100)) ${WHERE_5}`,
    broken: 5,
    reason: /^row_hash/,
  },
  {
    id: 'A62',
    what: 'damages a body so that it is no longer text',
    sql: `CREATE CAST (bytea AS text) WITHOUT FUNCTION;
      UPDATE agent_actions SET body = '\\xff00fe'::bytea::text ${WHERE_5}`,
    broken: 5,
    reason: /^unreadable/,
  },
  {
    id: 'A34',
    what: 'sets a column to null after dropping the constraint',
    sql: `ALTER TABLE agent_actions ALTER COLUMN body DROP NOT NULL; UPDATE agent_actions SET body = NULL ${WHERE_5}`,
    broken: 5,
    reason: /^row_hash/,
  },
];

const open = async (): Promise<LedgerTest> => {
  const test = await openLedger();
  await appendSteps(test.ledger, 10, { detail: { place: 'caf\u00e9' } });
  await appendSteps(test.ledger, 3, { teamId: 'team_b' });
  await test.admin.query(
    `SET session_replication_role = 'replica'; ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_hash`,
  );
  return test;
};

describe('Verifying a chain', () => {
  it.each(attacks)(
    '$id: verification detects a superuser who $what',
    async ({ sql, team = 'team_a', broken, reason }) => {
      const { ledger, admin } = await open();
      expect(await ledger.verify('team_a')).toEqual({
        ok: true,
        checked: 10,
        first_broken: null,
        reason: null,
      });
      await admin.query(sql);
      const found = await ledger.verify(team);
      expect(found).toMatchObject({ ok: false, first_broken: broken });
      expect(found.reason).toMatch(reason);
    },
  );

  it('verification finds tampering in one team without suspecting another', async () => {
    const { ledger, admin } = await open();
    await admin.query(`UPDATE agent_actions SET body = '{}' ${WHERE_5}`);
    expect(await ledger.verify('team_b')).toEqual({ ok: true, checked: 3, first_broken: null, reason: null });
  });
});

describe('The limits of verification', () => {
  it('A03: verification misses a superuser who rewrites the rest of the chain unless the last hash is known outside', async () => {
    const { ledger, admin } = await open();
    const kept = (await ledger.read('team_a', 'wf-1')).at(-1);
    await admin.query(`
      UPDATE agent_actions SET body = replace(body, 'Step 5', 'Step 6') ${WHERE_5};
      DO $$
      DECLARE
        prev bytea := (SELECT prev_hash FROM agent_actions ${WHERE_5});
        place bigint;
      BEGIN
        FOR place IN 5..10 LOOP
          UPDATE agent_actions SET prev_hash = prev, row_hash = sha256(prev || convert_to(body, 'UTF8'))
            WHERE team_id = 'team_a' AND seq = place RETURNING row_hash INTO prev;
        END LOOP;
        UPDATE ledger_heads SET row_hash = prev WHERE team_id = 'team_a';
      END $$`);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true });
    expect(await ledger.verify('team_a', { seq: 10, rowHash: kept?.row_hash ?? '' })).toMatchObject({
      ok: false,
      first_broken: 10,
    });
  });
});
