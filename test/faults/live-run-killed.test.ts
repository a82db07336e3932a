import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { verticals } from '../../src/governance/verticals/index.ts';
import { openai } from '../model-provider/openai.ts';
import { brokenAfter, type Reply, whole } from '../model-provider/replies.ts';
import { byTurn, call, createRunScripts, kycTurns, turnOf } from '../model-provider/scripts.ts';
import { createGate, type Gate } from '../helpers/gate.ts';
import { startLive } from '../helpers/live.ts';
import { type OpenStream, openStream } from '../helpers/live-stream.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { untilSandboxesReady } from '../helpers/sandboxes.ts';
import { startTeamLive } from '../helpers/team-live.ts';
import { activateVertical, COMPLAINT } from '../helpers/team-verticals.ts';
import { useService } from '../helpers/use-service.ts';
import { useFakeProvider } from '../model-provider/server.ts';

const LIMIT = { timeout: 120_000 };

/** Rows of an undisturbed run: for each turn, its own row and its calls' rows. */
const ROWS = [
  'agent.turn',
  'fs.read',
  'pii.scan',
  'agent.turn',
  'kyc.verify',
  'agent.turn',
  'db.query',
  'agent.turn',
  'sandbox.open',
  'sandbox.run',
  'agent.turn',
  'risk.score',
  'agent.turn',
  'egress.block',
  'agent.turn',
  'agent.decision',
  'agent.turn',
  'sandbox.close',
  'db.write',
];

type Fate = 'lost' | 'kept';

/** One row of each kind; the worker is killed while that row is written. LIVE_KILLS=all tries every row with both fates. */
const EACH_KIND: readonly (readonly [number, Fate])[] = [
  [1, 'lost'],
  [4, 'kept'],
  [5, 'lost'],
  [9, 'kept'],
  [10, 'lost'],
  [16, 'kept'],
  [19, 'lost'],
  [19, 'kept'],
];

const POINTS =
  process.env['LIVE_KILLS'] === 'all'
    ? ROWS.flatMap((_, index) => (['lost', 'kept'] as const).map((fate) => [index + 1, fate] as const))
    : EACH_KIND;

const scripts = createRunScripts();
/** A question of a step has a conversation of its own, which names no run. */
const answered = byTurn(openai, {
  text: JSON.stringify({ about: 'delay', demand: '1,200.00', legal: false }),
});
const provider = await useFakeProvider(openai, (asked) =>
  asked.raw.includes('run_') ? scripts.script(asked) : answered(asked),
);
const service = await useService({ worker: false, sandboxes: true, provider });
const gates: Readonly<Record<Fate, Gate>> = {
  lost: await createGate(service.database.adminUrl),
  kept: await createGate(service.database.adminUrl, 'commit'),
};
afterAll(async () => {
  await gates.lost.close();
  await gates.kept.close();
});
let worker = await startWorkerProcess(service.env);
afterAll(async () => worker.kill('SIGKILL'));
await untilSandboxesReady(service);
let cases = 0;

const replaceWorker = async (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> => {
  await worker.kill(signal);
  worker = await startWorkerProcess(service.env);
};

/** Returns a claim for a stay on different dates each time, so that no claim duplicates another. */
const nextCase = () => {
  cases += 1;
  const day = new Date(Date.UTC(2026, 1, 1 + 2 * cases)).toISOString().slice(0, 10);
  return {
    ...verticals.kyc.sample,
    id: `CLM-KILL-${cases}`,
    amount: String(30_000 + cases * 7),
    admission: day,
    discharge: day,
  };
};

const start = async (
  code: string,
  replies: Readonly<Record<number, (first: boolean) => Reply>> = {},
): Promise<{
  readonly id: string;
  readonly perTurn: () => readonly number[];
  readonly stream: OpenStream;
}> => {
  const turns = kycTurns('approve', code);
  const perTurn: number[] = turns.map(() => 0);
  const run = await startLive(service, 'kyc', nextCase(), ({ id }) =>
    scripts.add(id, (asked) => {
      const turn = turnOf(asked);
      perTurn[turn - 1]! += 1;
      return replies[turn]?.(perTurn[turn - 1] === 1) ?? whole(openai, turns[turn - 1]!);
    }),
  );
  return { id: run.id, perTurn: () => perTurn, stream: await follow(run.id) };
};

/** Opens a reader that either follows the run from start to end or connects afterwards. */
const follow = async (id: string): Promise<OpenStream> => {
  const url = `${service.url}/v1/workforce/runs/${id}/events`;
  const stream = await openStream(url, { key: service.key });
  onTestFinished(stream.cut);
  return stream;
};

/** Checks that the stream lasted until the run ended and delivered each event and each ledger row once, in order. */
const expectStreamWhole = async (id: string, stream: OpenStream): Promise<void> => {
  const events = await stream.ended();
  const ids = events.map((event) => event.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(events.at(-1)!.event).toBe('RUN_FINISHED');
  const { entries } = await service.ledgerOf(id);
  const told = events
    .map(({ data }) => JSON.parse(data) as { name?: string; value?: { row_hash: string } })
    .filter(({ name }) => name === 'ledger.entry')
    .map(({ value }) => value!.row_hash);
  expect(told).toEqual(entries.map(({ row_hash }) => row_hash));
  // A later reader receives the same events, so the first reader saw no event that was lost with the worker.
  expect(await (await follow(id)).ended()).toEqual(events);
};

/** Checks the properties that must hold for every run, wherever its worker died. */
const expectWhole = async (
  { id, stream }: { readonly id: string; readonly stream: OpenStream },
  rows: readonly string[],
): Promise<void> => {
  expect(await service.finished(id)).toMatchObject({ status: 'succeeded', decision: 'approve', error: null });
  const { entries } = await service.ledgerOf(id);
  expect(entries.map(({ action }) => action)).toEqual(rows);
  expect(await service.verify()).toMatchObject({ ok: true });
  const claims = await service.database.db
    .selectFrom('claims')
    .select('submissions')
    .where('run_id', '=', id)
    .execute();
  expect(claims).toEqual([{ submissions: 1 }]);
  await expectStreamWhole(id, stream);
};

describe('A live run whose worker is killed', () => {
  it.for(POINTS)(
    'each row and each call happens exactly once even if the worker is killed while row %i is written (%s)',
    LIMIT,
    async ([row, fate]) => {
      const gate = gates[fate];
      await gate.shut(row);
      const run = await start("print('once')");
      await gate.reached();
      await worker.kill('SIGKILL');
      if (fate === 'lost') await gate.dropWaiters();
      await gate.open();
      worker = await startWorkerProcess(service.env);

      const action = ROWS[row - 1]!;
      // A worker's sandboxes end with it. A sandbox that was opened and recorded but not used is replaced, and code that ran is
      // not run again.
      const expected = ROWS.flatMap((name, index) =>
        index + 1 === row && name === 'sandbox.open' && fate === 'kept' ? [name, name] : [name],
      );
      await expectWhole(run, expected);
      // A stored turn is never requested again; a turn that was not stored is requested once more.
      const again =
        action === 'agent.turn' && fate === 'lost'
          ? ROWS.slice(0, row).filter((name) => name === action).length
          : 0;
      expect(run.perTurn()).toEqual(run.perTurn().map((_, index) => (index + 1 === again ? 2 : 1)));
    },
  );

  it.for(['SIGKILL', 'SIGTERM'] as const)(
    'after a kill in the middle of a reply (%s), the model is asked again and only the complete reply’s calls are made',
    LIMIT,
    async (signal) => {
      const turn = kycTurns()[1]!;
      const broken = brokenAfter(openai, turn, openai.events(turn).length - 3, { hang: true });
      const run = await start("print('once')", {
        2: (first) => (first ? broken : whole(openai, turn)),
      });
      await expect.poll(() => run.perTurn()[1], { timeout: 60_000 }).toBe(1);
      await sleep(200);
      await replaceWorker(signal);
      await expectWhole(run, ROWS);
      expect(run.perTurn()).toEqual([1, 2, 1, 1, 1, 1, 1, 1]);
    },
  );

  it(
    'code that is killed with its worker does not run again, the ledger records this, and the model learns of it',
    LIMIT,
    async () => {
      const run = await start('import time\nprint("begun", flush=True)\ntime.sleep(25)');
      await service.rowsAtLeast(1);
      await expect
        .poll(async () => (await service.ledgerOf(run.id)).entries.length, { timeout: 30_000 })
        .toBe(9);
      await sleep(1_500);
      await replaceWorker();
      await expectWhole(run, [...ROWS.slice(0, 10), 'sandbox.close', ...ROWS.slice(10, 17), 'db.write']);
      const { entries } = await service.ledgerOf(run.id);
      expect(entries[9]!.detail).toMatchObject({ interrupted: true, may_have_run: true });
      expect(run.perTurn()).toEqual(kycTurns().map(() => 1));
      const asked = scripts.askedOf(run.id).find((question) => turnOf(question) === 5)!;
      expect(JSON.stringify(asked.body.messages.at(-1))).toContain('was not run again');
    },
  );
});

/** Rows of an undisturbed run of the example of a complaint. The fourth step asks the model in a turn of its own. */
const TEAM_ROWS = [
  'agent.turn',
  'case.check',
  'agent.turn',
  'pii.scan',
  'agent.turn',
  'db.query',
  'agent.turn',
  'agent.turn',
  'model.answer',
  'agent.turn',
  'rules.apply',
  'agent.turn',
  'case.review',
  'agent.turn',
  'agent.decision',
  'agent.turn',
  'db.write',
];

/** The turn of the question, its answer, and the end with its record. */
const TEAM_POINTS: readonly (readonly [number, Fate])[] =
  process.env['LIVE_KILLS'] === 'all'
    ? TEAM_ROWS.flatMap((_, index) => (['lost', 'kept'] as const).map((fate) => [index + 1, fate] as const))
    : [
        [8, 'lost'],
        [9, 'kept'],
        [17, 'lost'],
      ];

describe("A live run of a team's vertical whose worker is killed", () => {
  const { db } = service.database;
  const turns = [
    ...['check', 'scan', 'policy', 'read', 'judge', 'look'].map((tool) => call(tool)),
    call('decide', { decision: 'answer', explanation: 'As found.' }),
    call('file'),
  ];

  beforeAll(async () => {
    await activateVertical(db, service.teamId, COMPLAINT);
    const cover = { cover_from: '2026-01-01', cover_to: '2026-12-31', since: '2024-01-01' };
    const policy = { number: 'HI-2026-0001', status: 'active', sum_insured_paise: 50_000_000 } as const;
    await db
      .insertInto('policies')
      .values({ team_id: service.teamId, ...policy, ...cover })
      .execute();
  });

  it.for(TEAM_POINTS)(
    'no row is lost or written twice while row %i is written (%s), and its record is written once',
    LIMIT,
    async ([row, fate]) => {
      cases += 1;
      const gate = gates[fate];
      await gate.shut(row);
      const given = { ...COMPLAINT.sample, id: `CMP-KILL-${cases}` };
      const { id } = await startTeamLive(service, COMPLAINT, given, (run) =>
        scripts.add(run.id, byTurn(openai, ...turns)),
      );
      await gate.reached();
      await worker.kill('SIGKILL');
      if (fate === 'lost') await gate.dropWaiters();
      await gate.open();
      worker = await startWorkerProcess(service.env);
      expect(await service.finished(id)).toMatchObject({
        status: 'succeeded',
        decision: 'answer',
        error: null,
      });
      const { entries } = await service.ledgerOf(id);
      expect(entries.map(({ action }) => action)).toEqual(TEAM_ROWS);
      const written = db.selectFrom('own_records').select('collection').where('run_id', '=', id);
      expect(await written.execute()).toEqual([{ collection: 'complaints' }]);
      expect(await service.verify()).toMatchObject({ ok: true });
    },
  );
});
