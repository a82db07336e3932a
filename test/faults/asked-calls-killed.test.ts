import { afterAll, expect, it, vi } from 'vitest';
import type { AskRule } from '../../src/contract/ask-rule.ts';
import { loadConfig } from '../../src/config.ts';
import { DEFAULT_POLICY } from '../../src/governance/reviews/times.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { DIGEST_PURPOSE } from '../../src/store/records/digest.ts';
import { setPolicy } from '../../src/store/reviews/policies.ts';
import { readActions } from '../helpers/actions.ts';
import { someKey } from '../helpers/actors.ts';
import { startLive } from '../helpers/live.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { containersOf, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { useScriptedModel } from '../helpers/scripted-model.ts';
import { useService } from '../helpers/use-service.ts';
import { createWriteGate, type Write } from '../helpers/write-gate.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, createRunScripts } from '../model-provider/scripts.ts';
import { ASKED, type Drill, DRILLS, FOUND, POINTS, rowsOf, TURNS } from './asked-drills.ts';

const WAIT = { timeout: 120_000, interval: 100 };

const scripts = createRunScripts();
const model = await useScriptedModel(openai, scripts.script);
// Hooks run in reverse order, so this one runs after the service was closed.
afterAll(async () => expect(await containersOf(service)).toEqual([]));
const service = await useService({
  worker: false,
  sandboxes: true,
  provider: model.provider,
  env: {
    // A waiting run releases its sandbox at once.
    SANDBOX_HOLD_MS: '0',
    // Each drill occupies a connection until the worker is killed, and another whenever its activity is tried again.
    DATABASE_POOL_MAX: '40',
  },
});
const { db } = service.database;
const gate = await createWriteGate(service.database.adminUrl);
afterAll(gate.close);
let worker = await startWorkerProcess(service.env);
afterAll(async () => worker.kill('SIGTERM'));
await untilSandboxesReady(service);

const ask: AskRule[] = [
  { tools: ['run_python', 'write_record'] },
  { tools: ['run_python'], runs: ['task', 'analysis'] },
];
const ring = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, DIGEST_PURPOSE);

/** Creates a team for a drill, because the rows of one team wait for each other. */
const newTeam = async (name: string) => {
  const { id: teamId } = await ensureTeam(db, { name, demoRecords: ring });
  const policy = { ...DEFAULT_POLICY, four_eyes_above: null, ask };
  await db.transaction().execute(async (tx) => setPolicy(tx, { teamId, policy, actor: someKey }));
  const { key } = await issueKey(db, { teamId, name: 'clerk' });
  const { key: desk } = await issueKey(db, { teamId, name: 'desk', scopes: ['reviews:decide'] });
  return { teamId, key, desk };
};

const post = async (key: string, path: string, body: object): Promise<Response> =>
  fetch(service.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify(body),
  });

const actionsOf = async (ref: string): Promise<readonly string[]> => readActions(db, ref);

const count = (actions: readonly string[], wanted: string): number =>
  actions.filter((action) => action === wanted).length;

/** Shows the rows of a run that holds a sandbox. */
const isReleased = (actions: readonly string[]) =>
  count(actions, 'sandbox.open') === count(actions, 'sandbox.close') ? { released: true } : { actions };

const asksOf = async (ref: string) =>
  db
    .selectFrom('asked_calls as a')
    .innerJoin('reviews as r', 'r.id', 'a.review_id')
    .select(['a.review_id', 'a.tool', 'a.approved', 'a.heard_at', 'r.state', 'r.clock_stopped_at'])
    .where('a.ledger_ref', '=', ref)
    .orderBy('r.created_at')
    .execute();

/** Starts a drill's run. @returns its ledger_ref */
const start = async ({ kind }: Drill, name: string, team: Awaited<ReturnType<typeof newTeam>>) => {
  if (kind === 'live') {
    const run = await startLive({ ...service, teamId: team.teamId }, 'kyc', verticals.kyc.sample, ({ id }) =>
      scripts.add(id, byTurn(openai, ...TURNS.live)),
    );
    return { ref: run.ledgerRef, asked: () => scripts.askedOf(run.id) };
  }
  model.play(name, TURNS[kind]);
  const response =
    kind === 'task'
      ? await post(team.key, '/v1/agents/tasks', { task: `[${name}] Write.` })
      : await post(team.key, '/v1/analyze', { question: `[${name}] How many?`, data: 'city\nPune\nSurat\n' });
  expect(response.status).toBe(202);
  const { ledger_ref: ref } = (await response.json()) as { ledger_ref: string };
  return { ref, asked: () => model.askedOf(name) };
};

/** Starts a drill, shuts its gate, and answers its run's questions until the run has ended. */
const perform = async (drill: Drill) => {
  const { kind, point, fate, denied } = drill;
  const name = `${kind}-${point}-${fate}`;
  const team = await newTeam(name);
  const write: Write = { ...POINTS[point], teamId: team.teamId };
  const isAnswer = point === 'hearing' || point === 'refusing';
  if (!isAnswer) await gate.shut(write, fate);
  const { ref, asked } = await start(drill, name, team);
  const answered = async (): Promise<void> => {
    for (let n = 1; n <= ASKED[kind].length; n += 1) {
      const isLast = n === ASKED[kind].length;
      const asks = await vi.waitUntil(async () => {
        const found = await asksOf(ref);
        return found.length >= n && found;
      }, WAIT);
      await expect
        .poll(async () => isReleased(await actionsOf(ref)), {
          ...WAIT,
          message: `${name} gave its sandbox back`,
        })
        .toEqual({ released: true });
      if (isAnswer && isLast) await gate.shut(write, fate);
      const body =
        isLast && denied === true ? { option: 'deny', reason: 'Not today.' } : { option: 'approve' };
      const { status } = await post(team.desk, `/v1/reviews/${asks[n - 1]!.review_id}/decide`, body);
      expect(status).toBe(200);
    }
  };
  return { drill, ref, asked, write, done: answered() };
};

/** Checks that everything happened once, as in a run whose worker was not killed. */
const expectWhole = async ({
  drill,
  ref,
  asked,
  done,
}: Awaited<ReturnType<typeof perform>>): Promise<void> => {
  await done;
  const { kind, point, fate, denied } = drill;
  await vi.waitUntil(async () => {
    const { status } = await db
      .selectFrom('agent_runs')
      .select('status')
      .where('ledger_ref', '=', ref)
      .executeTakeFirstOrThrow();
    return status !== 'running';
  }, WAIT);
  expect(await actionsOf(ref), JSON.stringify(drill)).toEqual(rowsOf(drill));
  const run = await db
    .selectFrom('agent_runs')
    .select(['status', 'waiting_for'])
    .where('ledger_ref', '=', ref)
    .executeTakeFirstOrThrow();
  expect(run).toEqual({ status: 'succeeded', waiting_for: null });
  const asks = await vi.waitUntil(async () => {
    const found = await asksOf(ref);
    return found.every(({ clock_stopped_at: stopped }) => stopped !== null) && found;
  }, WAIT);
  expect(asks).toMatchObject(
    ASKED[kind].map((tool, index) => ({
      tool,
      state: 'decided',
      approved: !(denied === true && index === ASKED[kind].length - 1),
      heard_at: expect.any(Date),
    })),
  );
  for (const { review_id: id } of asks)
    expect(await actionsOf(id)).toEqual(['review.opened', 'review.decided']);
  // The model was asked once for each turn.
  expect(asked()).toHaveLength(count(rowsOf(drill), 'agent.turn'));
  if (denied !== true) {
    const read = JSON.stringify(asked().at(-1)!.body.messages);
    expect(read).toContain('This is a fresh sandbox');
    // Files whose sandbox died with its worker before they were stored are lost with it.
    const areLost = point === 'files' && fate === 'lost';
    expect(read).toContain(kind === 'task' && areLost ? '"two ' : FOUND[kind]);
  }
  const leases = db.selectFrom('sandbox_leases').select('sandbox_id').where('run', '=', ref);
  await vi.waitUntil(async () => (await leases.execute()).length === 0, WAIT);
};

it(
  'each call about which a person is asked has one review, one answer and one effect, wherever its worker is killed',
  { timeout: 360_000 },
  async () => {
    const drills = await Promise.all(DRILLS.map(perform));
    await Promise.all(drills.map(async ({ drill, write }) => gate.reached(write, drill.fate)));
    await worker.kill('SIGKILL');
    await gate.open();
    worker = await startWorkerProcess(service.env);
    await Promise.all(drills.map(expectWhole));
  },
);
