import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appendSteps, entryOf, openLedger } from './helpers.ts';

const open = async () => {
  const test = await openLedger();
  await appendSteps(test.ledger, 3);
  const app = await test.database.pool.connect();
  onTestFinished(() => app.release());
  return { ...test, app };
};

const codeOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return (error as pg.DatabaseError | undefined)?.code ?? 'no error';
};

const INSUFFICIENT_PRIVILEGE = '42501';
const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';

const INSERT = `INSERT INTO agent_actions (team_id, seq, created_at, step, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)`;

describe('The service’s role', () => {
  it.each([
    [
      'insert a row',
      `${INSERT} SELECT team_id, 9, created_at, step, id, ledger_ref, action, 'k', row_hash, row_hash, body FROM agent_actions`,
    ],
    ['change a row', "UPDATE agent_actions SET body = '{}'"],
    ['delete a row', 'DELETE FROM agent_actions'],
    ['truncate the ledger', 'TRUNCATE agent_actions'],
    ['move a head', 'UPDATE ledger_heads SET seq = 9'],
    ['create a head', "INSERT INTO ledger_heads VALUES ('team_z', 0, sha256(''), now())"],
    ['delete a head', 'DELETE FROM ledger_heads'],
    ['switch triggers off for the session', "SET session_replication_role = 'replica'"],
    ['switch triggers off on the table', 'ALTER TABLE agent_actions DISABLE TRIGGER ALL'],
    ['become the owner', 'SET ROLE pramaan_ledger'],
    [
      'replace the verifier',
      "CREATE OR REPLACE FUNCTION verify_agent_ledger(team_id text, from_seq bigint, from_hash bytea) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    ],
    [
      'add an object to the schema',
      'CREATE FUNCTION public.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT $1 $$',
    ],
  ])('the role cannot %s', async (_, statement) => {
    const { app, ledger } = await open();
    expect(await codeOf(app.query(statement))).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 3 });
  });

  it('objects with the same names in the role’s temporary schema do not affect the ledger’s functions', async () => {
    const { app, ledger, admin } = await open();
    // The right is granted for this test only, so that the role can create temporary objects and put them first in the search
    // path.
    await admin.query(`GRANT TEMPORARY ON DATABASE ${admin.database} TO pramaan_app`);
    await app.query(`
      CREATE FUNCTION pg_temp.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT '\\x00'::bytea $$;
      CREATE TEMP TABLE agent_actions (team_id text, seq bigint, row_hash bytea);
      CREATE TEMP TABLE ledger_heads (team_id text, seq bigint, row_hash bytea, last_at timestamptz);
      SET search_path = pg_temp, public, pg_catalog`);
    await ledger.appendIn(app, entryOf(4));
    const { rows } = await app.query("SELECT ok, checked::int FROM public.verify_agent_ledger('team_a')");
    expect(rows).toEqual([{ ok: true, checked: 4 }]);
    expect(await ledger.read('team_a', 'wf-1')).toHaveLength(4);
    await app.query('RESET search_path; DISCARD TEMP');
  });

  it.each([
    ['more than one JSON object', `'{"a":1},"columns":{"action":"forged"}'`, "'act_x'"],
    ['a JSON array', `'[1]'`, "'act_x'"],
    ['two lines', `'{"a":1}' || chr(10) || '{"a":2}'`, "'act_x'"],
    ['NULL content', 'NULL', "'act_x'"],
    ['a quote in a column', `'{}'`, `'act_x","seq":9,"x":"'`],
  ])('the role cannot append %s through the function', async (_, content, id) => {
    const { app } = await open();
    const call = `SELECT * FROM append_agent_actions('{team_a}', ARRAY[${id}], '{wf-9}', '{1}', '{x}', '{k}', ${content})`;
    expect(await codeOf(app.query(call))).toBe('22023');
  });
});

describe('The ledger’s owner', () => {
  it.each([
    ['update', "UPDATE agent_actions SET body = '{}' WHERE seq = 2"],
    ['delete', 'DELETE FROM agent_actions WHERE seq = 2'],
    ['truncate', 'TRUNCATE agent_actions'],
    ['delete heads', 'DELETE FROM ledger_heads'],
    ['truncate heads', 'TRUNCATE ledger_heads'],
    ['move a head back', 'UPDATE ledger_heads SET seq = seq - 1'],
    ['give a head to another team', "UPDATE ledger_heads SET team_id = 'team_b' WHERE team_id = 'team_a'"],
  ])('the owner cannot %s with a plain statement', async (_, statement) => {
    const { admin } = await open();
    await admin.query('SET ROLE pramaan_ledger');
    expect(await codeOf(admin.query(statement))).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

describe('A superuser with triggers off', () => {
  it.each([
    [
      'change a body alone',
      "UPDATE agent_actions SET body = replace(body, 'Step', 'Stop') WHERE seq = 2",
      CHECK_VIOLATION,
    ],
    ['change a hash alone', "UPDATE agent_actions SET row_hash = sha256('x') WHERE seq = 2", CHECK_VIOLATION],
    [
      'flip a bit of a hash',
      'UPDATE agent_actions SET row_hash = set_bit(row_hash, 7, 1 - get_bit(row_hash, 7)) WHERE seq = 2',
      CHECK_VIOLATION,
    ],
    [
      'add a row with a wrong hash',
      `${INSERT} SELECT team_id, 4, created_at, step, id, ledger_ref, action, 'k', row_hash, row_hash, body FROM agent_actions WHERE seq = 3`,
      CHECK_VIOLATION,
    ],
    [
      'add a second row with the same number',
      `${INSERT} SELECT team_id, 2, created_at, step, id, ledger_ref, action, 'k', row_hash, sha256(row_hash || convert_to(body, 'UTF8')), body FROM agent_actions WHERE seq = 3`,
      UNIQUE_VIOLATION,
    ],
    [
      'fork the chain',
      `${INSERT} SELECT team_id, 4, created_at, step, id, ledger_ref, action, 'k', prev_hash, row_hash, body FROM agent_actions WHERE seq = 3`,
      UNIQUE_VIOLATION,
    ],
    [
      'replay a row under its key',
      `${INSERT} SELECT team_id, 4, created_at, step, id, ledger_ref, action, idem_key, row_hash, sha256(row_hash || convert_to(body, 'UTF8')), body FROM agent_actions WHERE seq = 3`,
      UNIQUE_VIOLATION,
    ],
  ])('a superuser still cannot %s', async (_, statement, code) => {
    const { admin } = await open();
    await admin.query("SET session_replication_role = 'replica'");
    expect(await codeOf(admin.query(statement))).toBe(code);
  });
});
