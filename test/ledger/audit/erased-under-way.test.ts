import { describe, expect, it } from 'vitest';
import { createAgentTask } from '../../../src/runs/agent/task/create.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { publishEvent } from '../../../src/events/store.ts';
import { addMessage, findMessage } from '../../../src/runs/agent/transcript.ts';
import { eraseCase } from '../../../src/runs/erase.ts';
import { createRun } from '../../../src/runs/vertical/create.ts';
import { lockValues, SealedValueGoneError, openValue, sealValue } from '../../../src/store/vault/vault.ts';
import { bySomeKey, someKey } from '../../helpers/actors.ts';
import { openAudit, type AuditTest } from './helpers.ts';

const RAW = { applicant: 'Asha Rao', pan: 'ABCPK1234L', aadhaar: '2345 6789 1238' };
const HEX = '0123456789abcdef0123456789abcdef';
const ring = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 7) }], 'case-vault');
const team = { teamId: 'team_a' } as const;

/** Starts an erasure after `store` has stored something but before it commits. */
const eraseWhile = async (
  test: AuditTest,
  ref: string,
  store: (
    db: Parameters<Parameters<ReturnType<AuditTest['database']['db']['transaction']>['execute']>[0]>[0],
  ) => Promise<unknown>,
): Promise<void> => {
  const { db, pool } = test.database;
  const waits = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ waits: boolean }>(
      "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted) AS waits",
    );
    return rows[0]!.waits;
  };
  let ended = false;
  let erasing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await store(tx);
    erasing = eraseCase(db, test.ledger, {
      ...team,
      ref,
      reason: 'asked for',
      actor: bySomeKey,
    }).finally(() => (ended = true));
    // The erasure either waits for this transaction or has already ended without seeing its changes.
    await expect.poll(async () => ended || (await waits())).toBe(true);
  });
  await erasing;
};

describe('An erasure while a value is being stored', () => {
  it.each([
    ['a code run', `run-${HEX}`, 'outcome'],
    ['an extraction', `doc-${HEX}`, 'result'],
    ['a vertical', `wf-${HEX}`, 'jobs/1'],
    ['an operator', `op_${HEX}`, 'screens/1'],
    ['an agent task', `task-${HEX}`, 'jobs/1/outcome'],
    ['an analysis', `analyze-${HEX}`, 'result'],
  ])('the erasure also covers the uncommitted value of %s', async (_, ref, name) => {
    const test = await openAudit(1);
    const { db } = test.database;
    await sealValue(db, ring, { ...team, ref, value: RAW });
    await eraseWhile(test, ref, async (tx) =>
      sealValue(tx, ring, { ...team, ref: `${ref}/${name}`, value: RAW }),
    );
    for (const gone of [ref, `${ref}/${name}`])
      await expect(openValue(db, ring, { ...team, ref: gone })).rejects.toBeInstanceOf(SealedValueGoneError);
    await sealValue(db, ring, { ...team, ref: `${ref}/late`, value: RAW });
    await expect(openValue(db, ring, { ...team, ref: `${ref}/late` })).rejects.toBeInstanceOf(
      SealedValueGoneError,
    );
  });

  it('the erasure also covers a message added at the same moment', async () => {
    const test = await openAudit(1);
    const model = {
      name: 'a-model',
      budgets: { turns: 5, tool_calls: 5, tokens: 1_000, wall_ms: 1_000, cost: 0 },
    };
    const ref = await test.database.db.transaction().execute(async (tx) =>
      createAgentTask(tx, ring, {
        ...team,
        askedBy: someKey,
        task: 'Add the amounts up.',
        files: [],
        model,
      }),
    );
    const place = { ...team, ledgerRef: ref, turn: 1, part: 0 };
    await eraseWhile(test, ref, async (tx) =>
      addMessage(tx, ring, place, { role: 'assistant', text: 'late', calls: [] }),
    );
    await expect(findMessage(test.database.db, ring, place)).rejects.toBeInstanceOf(SealedValueGoneError);
  });

  it('the erasure also empties events that a live run publishes meanwhile and afterwards', async () => {
    const test = await openAudit(1);
    const { db } = test.database;
    const run = { team_id: 'team_a', run_id: 'run_1', ledger_ref: `wf-${HEX}` };
    await db
      .insertInto('runs')
      .values({
        id: run.run_id,
        team_id: run.team_id,
        ledger_ref: run.ledger_ref,
        vertical: 'kyc',
        mode: 'live',
        status: 'running',
      })
      .execute();
    await sealValue(db, ring, { ...team, ref: run.ledger_ref, value: RAW });
    const say = async (tx: Parameters<typeof publishEvent>[0], key: string) =>
      publishEvent(tx, run, {
        key,
        type: 'message',
        payload: { turn: 1, message_id: `msg_${key}`, text: 'Said of a person.' },
      });
    await eraseWhile(test, run.ledger_ref, async (tx) => say(tx, 'now'));
    await db.transaction().execute(async (tx) => say(tx, 'later'));
    const events = await db.selectFrom('run_events').select(['key', 'payload']).orderBy('seq').execute();
    expect(events.map(({ key, payload }) => [key, (payload as { text: string }).text])).toEqual([
      ['now', ''],
      ['later', ''],
    ]);
  });
});

const takeCase = async (tx: Parameters<typeof createRun>[0], caseOf?: string) =>
  createRun(tx, ring, { ...team, vertical: 'kyc', case: RAW, askedBy: someKey, caseOf });

const made = async ({ database: { db } }: AuditTest, caseOf?: string) =>
  db.transaction().execute(async (tx) => takeCase(tx, caseOf));

describe('An erasure while a run takes the case', () => {
  it.each(['the case itself', 'a copy of it'])('a new run that takes %s is erased too', async (from) => {
    const test = await openAudit(1);
    const { db, pool } = test.database;
    const first = await made(test);
    const second = await made(test, first.run_id);
    const taken = from === 'a copy of it' ? second : first;
    let third = taken;
    await eraseWhile(test, first.ledger_ref, async (tx) => {
      await lockValues(tx, taken.ledger_ref);
      third = await takeCase(tx, taken.run_id);
    });
    for (const { ledger_ref: ref } of [first, second, third])
      await expect(openValue(db, ring, { ...team, ref })).rejects.toBeInstanceOf(SealedValueGoneError);
    const { rows } = await pool.query<{ ref: string }>(
      `SELECT replace(idem_key, 'erase/', '') AS ref FROM agent_actions WHERE team_id = 'team_a' AND action = 'case.erase' ORDER BY seq`,
    );
    const erased = rows.map(({ ref }) => ref);
    expect(erased.toSorted()).toEqual([first, second, third].map((run) => run.ledger_ref).toSorted());
    expect(erased.at(-1)).toBe(first.ledger_ref);
  });
});
