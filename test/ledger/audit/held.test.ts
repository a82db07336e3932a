import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { compareHistory } from '../../../src/ledger/audit/compare-history.ts';
import { verifyExport } from '../../../src/ledger/audit/verify-export.ts';
import { createDatabase, createPool } from '../../../src/store/db/client.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { prepare } from '../../../src/ledger/prepare-entry.ts';
import { createLedger, cut } from '../../../src/ledger/index.ts';
import { entryOf } from '../helpers.ts';
import { disarm, openAudit, rechainFrom } from './helpers.ts';

const codeOf = async (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );

describe('The ledger’s guards', () => {
  it('A33: functions and operators of the same name earlier in the search path change nothing', async () => {
    const { admin } = await openAudit();
    await disarm(admin);
    await admin.query(`
      CREATE SCHEMA evil;
      CREATE FUNCTION evil.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT '\\x00'::bytea $$;
      CREATE FUNCTION evil.starts_with(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      CREATE FUNCTION evil.same(bytea, bytea) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      CREATE OPERATOR evil.= (LEFTARG = bytea, RIGHTARG = bytea, FUNCTION = evil.same);
      UPDATE agent_actions SET body = replace(body, 'Step 5', 'Step 6') WHERE team_id = 'team_a' AND seq = 5;
      SET search_path = evil, public, pg_catalog`);
    const { rows } = await admin.query(
      "SELECT ok, first_broken::integer FROM public.verify_agent_ledger('team_a')",
    );
    expect(rows).toEqual([{ ok: false, first_broken: 5 }]);
  });

  it.each([
    "UPDATE agent_actions SET action = 'x'",
    'DELETE FROM agent_actions',
    'TRUNCATE agent_actions',
    "SET session_replication_role = 'replica'",
    'UPDATE ledger_segments SET pruned_at = now()',
    'DELETE FROM ledger_checkpoints',
  ])('A40: the service’s role may not run %s', async (statement) => {
    const { database } = await openAudit(1);
    expect(await codeOf(database.pool.query(statement))).toBe('42501');
  });

  it('A52: concurrent writers in two pools cannot fork a chain, and the database refuses a fork', async () => {
    const { database, ledger, admin, export: exported, judge } = await openAudit(0);
    const pool = createPool(database.url);
    const other = createLedger({ pool });
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => (n % 2 === 0 ? ledger : other).append(entryOf(n))),
    );
    await other.close();
    await pool.end();
    expect(await judge(await exported())).toMatchObject({ ok: true, rows: 120 });
    await admin.query("SET session_replication_role = 'replica'");
    const fork = `INSERT INTO agent_actions (team_id, seq, created_at, step, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
      SELECT team_id, 999, created_at, step, id, ledger_ref, action, 'fork', prev_hash, row_hash, body FROM agent_actions
      WHERE team_id = 'team_a' AND seq = 60`;
    expect(await codeOf(admin.query(fork))).toBe('23505');
  });

  it('A51: an effect and its row are stored together or not at all', async () => {
    const { database, ledger, admin } = await openAudit(1);
    const db = createDatabase(database.pool);
    const died = db.transaction().execute(async (tx) => {
      await tx.insertInto('teams').values({ id: 'team_effect', name: 'effect' }).execute();
      await ledger.appendIn(tx, entryOf(2));
      throw new Error('the worker is gone');
    });
    await expect(died).rejects.toThrow('the worker is gone');
    const { rows } = await admin.query(
      "SELECT (SELECT count(*)::integer FROM teams WHERE id = 'team_effect') AS effects, (SELECT count(*)::integer FROM agent_actions WHERE team_id = 'team_a') AS rows",
    );
    expect(rows).toEqual([{ effects: 0, rows: 1 }]);
  });
});

describe('A history without its row', () => {
  it.each(Object.values(verticals).map(({ id, steps }) => ({ id, steps })))(
    'A51: the audit finds a missing row for every step of $id',
    ({ steps }) => {
      const rules = {
        actions: new Map(steps.map(({ action }) => [action, [action]])),
        withoutActivity: new Set(['run.error']),
      };
      const activities = steps.map(({ n, action }) => ({ id: String(n), type: action, completed: true }));
      const rows = steps.map(({ n, action }) => ({ seq: n, action, activityId: String(n) }));
      expect(compareHistory(activities, rows, rules)).toEqual([]);
      for (const { n, action } of steps) {
        const without = rows.filter(({ seq }) => seq !== n);
        expect(compareHistory(activities, without, rules)).toEqual([
          {
            kind: 'missing_row',
            seq: null,
            reason: `activity ${n} (${action}) completed without writing a row`,
          },
        ]);
      }
      expect(compareHistory([{ id: '1', type: steps[0]!.action, completed: false }], [], rules)).toEqual([]);
      const second = [...rows, { ...rows[0]!, seq: 98 }];
      expect(compareHistory(activities, second, rules)).toMatchObject([{ kind: 'unknown_row', seq: 98 }]);
      const nobody = [...rows, { seq: 97, action: 'db.write', activityId: undefined }];
      expect(compareHistory(activities, nobody, rules)).toMatchObject([{ kind: 'unknown_row', seq: 97 }]);
      const ended = [...rows, { seq: 96, action: 'run.error', activityId: undefined }];
      expect(compareHistory(activities, ended, rules)).toEqual([]);
      const forged = [...rows, { seq: 99, action: 'db.write', activityId: '1' }];
      expect(compareHistory(activities, forged, rules)).toMatchObject([{ kind: 'unknown_row', seq: 99 }]);
    },
  );
});

describe('The text in rows', () => {
  it('A57: NUL, lone surrogates and truncated characters are stored, counted and verified', async () => {
    const { ledger, export: exported, judge } = await openAudit(0);
    const stdout = `${'x'.repeat(299)}\u{1f600}`;
    await ledger.append(
      entryOf(1, { summary: 'a\0b', detail: { stdout: stdout.slice(0, 300), whole: cut(stdout, 300) } }),
    );
    const [row] = await ledger.read('team_a', 'wf-1');
    expect(row?.summary).toBe('a\ufffdb');
    expect(row?.detail).toEqual({ stdout: `${'x'.repeat(299)}\ufffd`, whole: stdout });
    expect(row?.body).toContain('"replaced":2');
    expect(await judge(await exported())).toMatchObject({ ok: true, rows: 1 });
  });

  it('A58: moving text from one member to the next gives a different hash', () => {
    const contents = [
      { governance: 'a|b', summary: 'c' },
      { governance: 'a', summary: 'b|c' },
      { governance: 'a","summary":"b', summary: 'c' },
      { governance: '', summary: 'a|b|c' },
    ].map((said) => prepare(entryOf(1, said)).content);
    expect(new Set(contents).size).toBe(contents.length);
    expect(contents.map((content) => Object.keys(JSON.parse(content) as object))).toEqual(
      contents.map(() => ['actor', 'detail', 'governance', 'summary']),
    );
  });

  it('A59: a row dated before its predecessor causes a warning rather than a break', async () => {
    const { admin, export: exported, judge } = await openAudit(4);
    await disarm(admin);
    await admin.query(`
      UPDATE agent_actions AS a SET created_at = n.at, body = agent_action_columns(a.team_id, a.seq, n.at, a.step, a.v, a.id,
        a.ledger_ref, a.action, a.idem_key) || substr(a.body, strpos(a.body, '"content":') + 10)
      FROM (SELECT date_trunc('milliseconds', now() - interval '2 hours') AS at) AS n WHERE a.team_id = 'team_a' AND a.seq = 3;
      ${rechainFrom(3)}`);
    const text = await exported();
    expect(await judge(text)).toMatchObject({ ok: true, rows: 4 });
    const verdict = await verifyExport(Readable.from([Buffer.from(text)]), {
      keys: [],
      checkpoints: [],
      receipts: [],
    });
    expect(verdict).toMatchObject({ ok: true, earlier_times: 1 });
  });
});
