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
import { someKey } from '../helpers/actors.ts';
import { startLive } from '../helpers/live.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { containersOf, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { python, useScriptedModel } from '../helpers/scripted-model.ts';
import { useService } from '../helpers/use-service.ts';
import { createWriteGate, type Fate, type Write } from '../helpers/write-gate.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, createRunScripts, kycTurns } from '../model-provider/scripts.ts';

const WAIT = { timeout: 120_000, interval: 100 };

type Kind = 'task' | 'analysis' | 'live';

/** Where the worker is killed: while a review opens, while files or the sandbox are given back, or while the answer is heard. */
const POINTS = {
  opening: { table: 'agent_actions', action: 'review.opened' },
  files: { table: 'agent_files' },
  closing: { table: 'agent_actions', action: 'sandbox.close' },
  hearing: { table: 'asked_calls' },
  refusing: { table: 'agent_actions', action: 'review.refused_call' },
} as const satisfies Record<string, Omit<Write, 'teamId'>>;

interface Drill {
  readonly kind: Kind;
  readonly point: keyof typeof POINTS;
  readonly fate: Fate;
  /** Whether the last call is denied. All others are approved. */
  readonly denied?: boolean;
}

const DRILLS: readonly Drill[] = [
  { kind: 'task', point: 'opening', fate: 'lost' },
  { kind: 'live', point: 'opening', fate: 'kept' },
  { kind: 'task', point: 'files', fate: 'lost' },
  { kind: 'task', point: 'files', fate: 'kept' },
  { kind: 'live', point: 'closing', fate: 'lost' },
  { kind: 'analysis', point: 'closing', fate: 'kept' },
  { kind: 'analysis', point: 'hearing', fate: 'lost' },
  { kind: 'live', point: 'hearing', fate: 'kept' },
  { kind: 'task', point: 'refusing', fate: 'lost', denied: true },
  { kind: 'analysis', point: 'refusing', fate: 'kept', denied: true },
];

/** Calls of an undisturbed run about which a person is asked. */
const ASKED: Readonly<Record<Kind, readonly string[]>> = {
  task: ['run_python', 'run_python'],
  analysis: ['run_python'],
  live: ['run_python', 'run_python', 'write_record'],
};

const CODE = ['agent.turn', 'sandbox.open', 'sandbox.run'];
const READING = ['sandbox.open', 'sandbox.run', 'dataset.read', 'agent.turn'];
const KYC = ['agent.turn', 'fs.read', 'pii.scan', 'agent.turn', 'kyc.verify', 'agent.turn', 'db.query'];
const DECIDING = ['risk.score', 'agent.turn', 'egress.block', 'agent.turn', 'agent.decision', 'agent.turn'];

/** Rows of an undisturbed run, whose sandbox is given back as soon as the run waits for a person. */
const rowsOf = ({ kind, denied }: Drill): readonly string[] => {
  const again = ['sandbox.open', 'sandbox.run'];
  const last = denied === true ? ['review.refused_call'] : again;
  const closing = denied === true ? [] : ['sandbox.close'];
  const end = ['agent.turn', ...closing, 'agent.answer'];
  if (kind === 'task') return [...CODE, 'agent.turn', 'sandbox.close', ...last, ...end];
  if (kind === 'analysis') return [...READING, 'sandbox.close', ...last, ...end];
  return [
    ...KYC,
    ...CODE,
    'agent.turn',
    'sandbox.close',
    ...again,
    'agent.turn',
    ...DECIDING,
    'sandbox.close',
    'db.write',
  ];
};

/** What code in a fresh sandbox finds again. */
const FOUND: Readonly<Record<Kind, string>> = {
  task: 'one two ',
  analysis: 'rows: 2',
  live: 'read again True',
};

/** Turns of a live run, which runs code twice. */
const LIVE = kycTurns().toSpliced(
  4,
  0,
  python("import json\nprint('read again', len(json.load(open('/tmp/case.json'))) > 0)"),
);

const append = (word: string): string => `with open('/tmp/kept.txt', 'a') as file: file.write('${word} ')`;

const scripts = createRunScripts();
const model = await useScriptedModel(openai, scripts.script);
// Hooks run in reverse order, so this one runs after the service was closed.
afterAll(async () => expect(await containersOf(service)).toEqual([]));
const service = await useService({
  worker: false,
  sandboxes: true,
  provider: model.provider,
  env: {
    // A run that waits gives its sandbox back at once.
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

/** Creates a team of a drill, because the rows of one team wait for each other. */
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

const actionsOf = async (ref: string): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('agent_actions')
      .select('action')
      .where('ledger_ref', '=', ref)
      .orderBy('seq')
      .execute()
  ).map(({ action }) => action);

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
      scripts.add(id, byTurn(openai, ...LIVE)),
    );
    return { ref: run.ledgerRef, asked: () => scripts.askedOf(run.id) };
  }
  if (kind === 'task')
    model.play(name, [
      python(append('one')),
      python(`${append('two')}\nprint(open('/tmp/kept.txt').read())`),
      { text: 'Done.' },
    ]);
  else model.play(name, [python("print('rows:', len(df))"), { text: 'There are two rows.' }]);
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
