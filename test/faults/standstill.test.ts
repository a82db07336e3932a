import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { CodeRunBody } from '../../src/contract/code-run.ts';
import { createGate, type Gate } from '../helpers/gate.ts';
import { type ServiceProcess, startWorkerProcess } from '../helpers/process.ts';
import { codeRows, containersOf } from '../helpers/sandboxes.ts';
import type { Environment, TestService } from '../helpers/service.ts';
import { bootService } from '../helpers/use-service.ts';
import { openSessions } from '../runs/code/session/sessions.ts';

type OnFinished = TestContext['onTestFinished'];

const LIMIT = { timeout: 300_000 };
const OPEN = 1;
/**
 * Code that makes one attempt to reach a network. Each attempt becomes a row, so a second run of the code would show in the
 * ledger.
 */
const ATTEMPT =
  "import socket\ntry: socket.create_connection(('203.0.113.7', 443))\nexcept OSError: print('ran', flush=True)\n";
const RAN_ONCE = ['sandbox.open', 'sandbox.run', 'egress.block', 'sandbox.close'];

interface Scene {
  readonly service: TestService;
  readonly workers: ReadonlyMap<string, ServiceProcess>;
  readonly gate: Gate;
}

const stop = (worker: ServiceProcess): void => void process.kill(worker.pid, 'SIGSTOP');
const wake = (worker: ServiceProcess): void => void process.kill(worker.pid, 'SIGCONT');

/** Starts a service with a worker process for each host. */
const scene = async (
  names: readonly string[],
  onTestFinished: OnFinished,
  more: Environment = {},
): Promise<Scene> => {
  const service = await bootService(onTestFinished, {
    worker: false,
    sandboxes: true,
    env: { SANDBOX_MAX: '3' },
  });
  const workers = new Map<string, ServiceProcess>();
  for (const name of names) {
    const worker = await startWorkerProcess({ ...service.env, SANDBOX_HOST: name, ...more });
    onTestFinished(() => worker.kill('SIGKILL'));
    workers.set(name, worker);
  }
  const ready = service.database.db.selectFrom('sandbox_hosts').select('host').where('state', '=', 'ready');
  await vi.waitFor(async () => expect(await ready.execute()).toHaveLength(names.length), {
    timeout: 120_000,
  });
  const gate = await createGate(service.database.adminUrl);
  onTestFinished(gate.close);
  return { service, workers, gate };
};

const post = async ({ service }: Scene, code: string): Promise<Response> =>
  service.request('POST', '/v1/run', { code });

/** Returns the hosts that hold a sandbox for the run. */
const holders = async ({ service }: Scene): Promise<readonly string[]> => {
  const rows = await service.database.db
    .selectFrom('sandbox_leases')
    .select('host')
    .distinct()
    .where('run', 'like', 'run-%')
    .execute();
  return rows.map(({ host }) => host);
};

/** Returns the one host, other than those given, that has opened a sandbox for the run. */
const nextHolder = async (at: Scene, others: readonly string[]): Promise<string> => {
  for (;;) {
    const next = (await holders(at)).find((host) => !others.includes(host));
    if (next !== undefined) return next;
    await sleep(50);
  }
};

const rowsOf = async ({ service }: Scene) => {
  const found = await service.database.db
    .selectFrom('agent_actions')
    .select('ledger_ref')
    .where('ledger_ref', 'like', 'run-%')
    .executeTakeFirst();
  return found === undefined ? [] : codeRows(service, found.ledger_ref);
};

/** Wakes a host and waits until it has released the sandbox that it holds for the run. */
const wakeUntilDone = async (at: Scene, host: string): Promise<void> => {
  wake(at.workers.get(host)!);
  await vi.waitFor(async () => expect(await holders(at)).not.toContain(host), { timeout: 60_000 });
};

const expectRanOnce = async (at: Scene): Promise<void> => {
  expect((await rowsOf(at)).map(({ action }) => action)).toEqual(RAN_ONCE);
  expect(await at.service.verify()).toMatchObject({ ok: true, checked: RAN_ONCE.length });
};

describe.concurrent('A stalled host', () => {
  it(
    'a run whose host stops before the code starts passes to a second host, and then to a third',
    LIMIT,
    async ({ onTestFinished }) => {
      // These workers poll a different queue, so a host learns of the run only from the API.
      const queue = { WORKER_ROLES: 'sandboxes', TEMPORAL_TASK_QUEUE: 'nobody-else' };
      const at = await scene(['a', 'b', 'c'], onTestFinished, queue);
      await at.gate.shut(OPEN);
      const answer = post(at, ATTEMPT);
      const first = await nextHolder(at, []);
      await at.gate.reached();
      stop(at.workers.get(first)!);
      const second = await nextHolder(at, [first]);
      stop(at.workers.get(second)!);
      // Statements that the second host has already sent must not take effect either.
      await at.gate.dropQueue();
      await at.gate.open();

      const response = await answer;
      expect(response.status).toBe(200);
      const body = (await response.json()) as CodeRunBody;
      expect(body.stdout).toBe('ran\n');
      await expectRanOnce(at);
      for (const host of [first, second]) await wakeUntilDone(at, host);
      await expectRanOnce(at);
    },
  );

  it(
    'a host that is stopped while the code runs loses the run and changes nothing after it resumes',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(['a', 'b'], onTestFinished);
      const answer = post(at, `${ATTEMPT}import time; time.sleep(3)`);
      await vi.waitFor(async () => expect((await rowsOf(at)).length).toBe(1), { timeout: 30_000 });
      const [opened] = await rowsOf(at);
      const sandboxId = String(opened!.detail['sandbox_id']);
      const holder = await nextHolder(at, []);
      await sleep(500);
      stop(at.workers.get(holder)!);

      const response = await answer;
      const problem = (await response.json()) as object;
      expect({ status: response.status, ...problem }).toMatchObject({
        status: 503,
        type: 'urn:pramaan:problem:run-interrupted',
      });
      const before = await rowsOf(at);
      expect(before.map(({ action }) => action)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
      expect(before[1]!.detail).toMatchObject({ interrupted: true, may_have_run: true });

      await wakeUntilDone(at, holder);
      await vi.waitFor(
        async () =>
          expect((await containersOf(at.service)).flatMap(({ Names }) => Names)).not.toContain(
            `/${sandboxId}`,
          ),
        { timeout: 30_000 },
      );
      expect(await rowsOf(at)).toEqual(before);
      const outcomes = at.service.database.db
        .selectFrom('case_vault')
        .select('ref')
        .where('ref', 'like', 'run-%/outcome');
      expect(await outcomes.execute()).toEqual([]);
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 3 });
    },
  );

  it(
    'a host that is stopped while a session’s code runs loses the code and changes nothing after it resumes',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(['a', 'b'], onTestFinished);
      const sessions = await openSessions(at.service);
      onTestFinished(sessions.close);
      const { ref, handle, outcome } = await sessions.start([
        { code: `${ATTEMPT}import time; time.sleep(3)` },
      ]);
      const rows = async () => codeRows(at.service, ref);
      await vi.waitFor(async () => expect((await rows()).length).toBe(1), { timeout: 30_000 });
      const [opened] = await rows();
      const holder = String(opened!.detail['host']);
      await sleep(500);
      stop(at.workers.get(holder)!);

      expect(await handle.result()).toMatchObject({ failure: 'Interrupted', ran: [] });
      const before = await rows();
      expect(before.map(({ action }) => action)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
      expect(before[1]!.detail).toMatchObject({ interrupted: true, may_have_run: true });

      wake(at.workers.get(holder)!);
      // The woken host reports a second time only after it has dealt with the outcome that waited for it.
      const woken = Date.now();
      const report = at.service.database.db
        .selectFrom('sandbox_hosts')
        .select('seen_at')
        .where('host', '=', holder);
      await vi.waitFor(
        async () =>
          expect(Number((await report.executeTakeFirst())?.seen_at ?? 0)).toBeGreaterThan(woken + 6_000),
        { timeout: 60_000 },
      );
      expect(await rows()).toEqual(before);
      expect(await outcome(1)).toBeUndefined();
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 3 });
    },
  );
});
