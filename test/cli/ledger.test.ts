import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { freePort } from '../../src/provision/ports.ts';
import { disarm, openAudit, rechainFrom } from '../ledger/audit/helpers.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { freshDatabase } from '../helpers/database.ts';
import { appendSteps } from '../ledger/helpers.ts';
import { pramaan } from './run.ts';

const teamWithThreeEntries = async () => {
  const database = await freshDatabase();
  const team = await ensureTeam(database.db, { name: 'acme' });
  const ledger = createLedger({ pool: database.pool });
  for (const step of [1, 2, 3]) {
    await ledger.append({
      teamId: team.id,
      ledgerRef: 'wf-test',
      step,
      action: 'pii.scan',
      governance: 'screened',
      summary: 'nothing found',
      detail: {},
      actor: bySomeKey,
    });
  }
  await ledger.close();
  return database;
};

it('ledger verify exits with 0 when the chain is intact', async () => {
  const { url } = await teamWithThreeEntries();
  const ran = await pramaan({ DATABASE_URL: url }, 'ledger', 'verify', '--team', 'acme', '--json');
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, checked: 3, first_broken: null });
});

it('ledger verify exits with 1 and names the first entry after a missing one', async () => {
  const { url, adminUrl } = await teamWithThreeEntries();
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  await owner.query("SET session_replication_role = 'replica'");
  const { rowCount } = await owner.query('DELETE FROM agent_actions WHERE seq = 2');
  await owner.end();
  expect(rowCount).toBe(1);
  const ran = await pramaan({ DATABASE_URL: url }, 'ledger', 'verify', '--team', 'acme', '--json');
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, first_broken: expect.any(Number) });
});

it('ledger verify exits with 2 rather than 1 when it cannot reach the database', async () => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const ran = await pramaan({ DATABASE_URL: url }, 'ledger', 'verify', '--team', 'acme', '--json');
  expect(ran.code).toBe(2);
  expect(JSON.parse(ran.stdout)).toMatchObject({ error: expect.stringContaining('does not respond') });
});

/** Opens a chain of 12 rows with checkpoints at 4, 8 and 12 rows, and a superuser's connection to it. */
const openSignedChain = async () => {
  const test = await openAudit(4);
  await test.sign();
  await appendSteps(test.ledger, 8);
  await test.sign();
  await appendSteps(test.ledger, 12);
  await test.sign();
  await disarm(test.admin);
  const verify = async () => {
    const ran = await pramaan(
      { DATABASE_URL: test.database.url },
      'ledger',
      'verify',
      '--team',
      'a',
      '--json',
    );
    return { code: ran.code, said: JSON.parse(ran.stdout) as Record<string, unknown> };
  };
  return { ...test, verify };
};

const CUT_START = `DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq <= 4;
  INSERT INTO ledger_segments (team_id, first_seq, last_seq, last_hash, last_at, file_sha256, file_bytes, pruned_at)
    SELECT team_id, 1, 4, last_row_hash, now() - interval '300 days', sha256('x'), 1, now()
    FROM ledger_checkpoints WHERE team_id = 'team_a' AND size = 4;`;
const cutEnd = (
  last: number,
): string => `DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > ${last};
  UPDATE ledger_heads SET (seq, row_hash) = (SELECT seq, row_hash FROM agent_actions WHERE team_id = 'team_a'
    ORDER BY seq DESC LIMIT 1) WHERE team_id = 'team_a';`;
const CHECKPOINTS_TOO = `DELETE FROM ledger_checkpoints WHERE team_id = 'team_a' AND size > 8;`;
const TREE_TOO = `DELETE FROM ledger_tiles WHERE team_id = 'team_a'; DELETE FROM ledger_trees WHERE team_id = 'team_a';`;
const rewriteFrom = (seq: number): string =>
  `UPDATE agent_actions SET body = replace(body, 'Step', 'Stop') WHERE team_id = 'team_a' AND seq = ${seq}; ${rechainFrom(seq)}`;
const BUILD_TREE = `SELECT extend_ledger_tree('team_a', 100);`;

describe('A chain that is consistent but differs from its checkpoints', () => {
  it('an untouched chain matches its checkpoints', async () => {
    const { verify } = await openSignedChain();
    const { said } = await verify();
    expect(said).toMatchObject({ ok: true, checked: 12, signed: { checkpoints: 3, covered: 12 } });
  });

  it.each([
    ['with both ends cut off', CUT_START + cutEnd(10), /^truncated/, 12],
    ['with its start cut off', CUT_START, /^gap: rows 1 to 4 are missing/, 1],
    ['with its end cut off', cutEnd(10), /^truncated/, 12],
    ['with its end and last checkpoint cut off', cutEnd(10) + CHECKPOINTS_TOO, /^truncated/, 11],
    ['that was rewritten', rewriteFrom(6), /^checkpoint_root/, 12],
    ['that was rewritten with its tree', rewriteFrom(6) + TREE_TOO + BUILD_TREE, /^checkpoint_root/, 12],
    [
      'that was rewritten with its tree and lost its last checkpoints',
      `DELETE FROM ledger_checkpoints WHERE team_id = 'team_a' AND size > 4; ${rewriteFrom(3)}${TREE_TOO}${BUILD_TREE}`,
      /^checkpoint_root/,
      4,
    ],
    [
      'with an unsigned checkpoint',
      `UPDATE ledger_checkpoints SET note = replace(note, 'log.example', 'log.exampel') WHERE team_id = 'team_a' AND size = 8`,
      /^checkpoint_signature/,
      null,
    ],
  ])('ledger verify reports a chain %s', async (_, statements, reason, seq) => {
    const { admin, verify, ledger } = await openSignedChain();
    await admin.query(statements);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true });
    const { code, said } = await verify();
    expect(said).toMatchObject({
      ok: false,
      first_broken: seq,
      reason: expect.stringMatching(reason) as string,
    });
    expect(code).toBe(1);
  });
});
