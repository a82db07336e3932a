import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { ReviewPolicy } from '../../src/contract/review-policy.ts';
import { DEFAULT_POLICY } from '../../src/governance/reviews/times.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { setPolicy } from '../../src/store/reviews/policies.ts';
import { someKey } from '../helpers/actors.ts';
import { openStream } from '../helpers/live-stream.ts';
import { useService } from '../helpers/use-service.ts';
import { startRealModel } from './server.ts';

const LIMIT = { timeout: 1_800_000 };

const model = await startRealModel(inject('realModel'));
afterAll(model.close);
const service = await useService({
  sandboxes: true,
  provider: model,
  env: {
    MODEL_NAME: 'qwen2.5-coder-1.5b-instruct',
    MODEL_TEMPERATURE: '0',
    MODEL_MAX_OUTPUT_TOKENS: '400',
    // A busy core reads a prompt at 10 to 25 tokens a second.
    MODEL_IDLE_TIMEOUT_MS: '600000',
    MODEL_TURN_TIMEOUT_MS: '800000',
    MODEL_RUN_WALL_MS: '1700000',
  },
});

interface Task {
  readonly status: string;
  readonly result: string;
  readonly answer: string;
  readonly ledger_ref: string;
  readonly steps: readonly { readonly code: string; readonly stdout: string }[];
}

/** Starts asynchronous work and waits until it has ended. */
const done = async (path: string, body: object): Promise<Task> => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
  const place = response.headers.get('location')!;
  for (;;) {
    const task = (await (await service.request('GET', new URL(place, service.url).pathname)).json()) as Task;
    if (task.status !== 'running') return task;
    await sleep(500);
  }
};

/** Approves each call of a run that a person is asked about, until the run has ended. @returns the number of approved calls */
const approveCalls = async (runId: string): Promise<number> => {
  const { key } = await issueKey(service.database.db, {
    teamId: service.teamId,
    name: 'reviewer',
    scopes: ['reviews:decide'],
  });
  const approved = new Set<string>();
  for (;;) {
    const { status, waiting_for: waiting } = await service.run(runId);
    if (status !== 'running') return approved.size;
    if (waiting?.kind === 'review' && !approved.has(waiting.review_id)) {
      const response = await fetch(`${service.url}/v1/reviews/${waiting.review_id}/decide`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ option: 'approve' }),
      });
      expect(response.status).toBe(200);
      approved.add(waiting.review_id);
    }
    await sleep(500);
  }
};

const SALES = 'region,amount\nnorth,120\nsouth,75.5\nnorth,80\neast,10\nsouth,24.5\n';

/** Stores the model's turns, from which the normal test suite's recorded fixture is made. */
const keepTrace = async (name: string, from: number): Promise<void> => {
  const folder = new URL('../../var/real-model/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const turns = model.trace.slice(from).map(({ said }) => said);
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(turns, null, 2)}\n`);
};

/**
 * Maximum number of attempts. A small model is not right every time. Each attempt is printed, so that the output shows when more
 * than one was needed.
 */
const ATTEMPTS = 3;

const tried = async (what: string, attempt: () => Promise<void>): Promise<void> => {
  for (let n = 1; ; n += 1) {
    model.takeSeed(n);
    const begun = Date.now();
    const failure = await attempt().then(
      () => undefined,
      (error: unknown) => error,
    );
    const outcome = failure === undefined ? 'done' : 'not done';
    const seconds = ((Date.now() - begun) / 1_000).toFixed(0);
    process.stdout.write(`${what}: ${outcome} at attempt ${n} of ${ATTEMPTS}, in ${seconds} s\n`);
    if (failure === undefined) return;
    if (n === ATTEMPTS) throw failure;
  }
};

describe('A real small model', () => {
  it('the model solves an agent task with its own code', LIMIT, async () =>
    tried('agent task', async () => {
      const from = model.trace.length;
      const task = await done('/v1/agents/tasks', {
        task: 'Read /tmp/sales.csv with pandas and print the total amount for region south.',
        data: SALES,
        filename: 'sales.csv',
      });
      await keepTrace('agent-task', from);
      expect(task.status).toBe('succeeded');
      expect(task.steps.length).toBeGreaterThan(0);
      expect(task.steps.some(({ stdout }) => stdout.includes('100'))).toBe(true);
      expect(task.result).toMatch(/\b100\b/);
    }),
  );

  it('the model answers a question about a dataset', LIMIT, async () =>
    tried('analysis', async () => {
      const from = model.trace.length;
      const analysis = await done('/v1/analyze', {
        // Otherwise a model of this size tends to read a file that it has invented.
        question:
          'What is the total amount for region north? The table is in the variable df already: read no file.',
        data: SALES,
      });
      await keepTrace('analysis', from);
      expect(analysis.status).toBe('succeeded');
      expect(analysis.steps.length).toBeGreaterThan(0);
      expect(analysis.answer).toMatch(/\b200\b/);
    }),
  );

  it('the model joins two datasets', LIMIT, async () =>
    tried('analysis of two datasets', async () => {
      const analysis = await done('/v1/analyze', {
        question:
          // A model of this size copies code that a question names, and otherwise reads files that it has invented.
          'What is the total amount for zone coast? Both tables are loaded, so read no file. This merges them:\n' +
          "merged = tables['sales'].merge(tables['zones'], on='region')\n" +
          "print(merged.groupby('zone')['amount'].sum())",
        datasets: [
          { name: 'sales', data: SALES },
          { name: 'zones', data: 'region,zone\nnorth,hills\nsouth,coast\neast,coast\n' },
        ],
      });
      expect(analysis.status).toBe('succeeded');
      expect(analysis.steps.some(({ stdout }) => /\b110\b/.test(stdout))).toBe(true);
      expect(analysis.answer).toMatch(/\b110\b/);
    }),
  );

  it('the model continues a task and uses its file', LIMIT, async () =>
    tried('continued task', async () => {
      const first = await done('/v1/agents/tasks', {
        task: 'Read /tmp/sales.csv with pandas and print the total amount for region south.',
        files: [{ name: 'sales.csv', content: SALES }],
      });
      expect(first.status).toBe('succeeded');
      const second = await done('/v1/agents/tasks', {
        task: 'Run Python code that reads /tmp/sales.csv with pandas and prints the total amount for region north.',
        continue: first.ledger_ref,
      });
      expect(second.status).toBe('succeeded');
      expect(second.steps.some(({ stdout }) => /\b200\b/.test(stdout))).toBe(true);
      expect(second.result).toMatch(/\b200\b/);
    }),
  );

  it(
    'the model decides a live kyc case in the governed order, and a person approves its write',
    LIMIT,
    async () =>
      tried('live kyc', async () => {
        const policy: ReviewPolicy = {
          ...DEFAULT_POLICY,
          ask: [{ tools: ['write_record'], verticals: ['kyc'] }],
        };
        const { db } = service.database;
        await db
          .transaction()
          .execute(async (tx) => setPolicy(tx, { teamId: service.teamId, policy, actor: someKey }));
        const from = model.trace.length;
        const stream = await openStream(`${service.url}/v1/workforce/run`, {
          key: service.key,
          body: { vertical: 'kyc' },
        });
        const runId = String(stream.headers['x-run-id']);
        expect(await approveCalls(runId)).toBe(1);
        // The stream ends at the interrupt: a client resumes it once a person has decided.
        const events = await stream.ended();
        await keepTrace('live-kyc', from);
        expect(events.at(-1)!.event).toBe('RUN_FINISHED');
        const run = await service.finished(runId);
        expect(run).toMatchObject({ status: 'succeeded', error: null });
        const { entries } = await service.ledgerOf(run.id);
        const governed = entries.map(({ action }) => action);
        for (const action of [
          'fs.read',
          'kyc.verify',
          'db.query',
          'risk.score',
          'agent.decision',
          'db.write',
        ]) {
          expect(governed.filter((name) => name === action)).toHaveLength(1);
        }
        expect(governed.indexOf('kyc.verify')).toBeLessThan(governed.indexOf('agent.decision'));
        expect(governed.indexOf('agent.decision')).toBeLessThan(governed.indexOf('db.write'));
        expect(await service.verify()).toMatchObject({ ok: true });
      }),
  );
});
