import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it, type TestContext, vi } from 'vitest';
import type { CodeRunBody } from '../../../src/contract/code-run.ts';
import { connectContainerEngine } from '../../../src/sandbox/connect.ts';
import { openContainerEngineGate } from '../../helpers/container-engine-gate.ts';
import { createGate, type Gate } from '../../helpers/gate.ts';
import { type ServiceProcess, startWorkerProcess } from '../../helpers/process.ts';
import { type CodeRow, codeRows, containersOf, untilSandboxesReady } from '../../helpers/sandboxes.ts';
import type { TestService, TestServiceOptions } from '../../helpers/service.ts';
import { startRestartablePostgres, startRestartableTemporal } from '../../helpers/restartable.ts';
import { bootService } from '../../helpers/use-service.ts';

type OnFinished = TestContext['onTestFinished'];

const OPEN = 1;
const RUN = 2;
const WHOLE = ['sandbox.open', 'sandbox.run', 'sandbox.close'];
const LIMIT = { timeout: 240_000 };
/** These tests run side by side, where `expect.poll` cannot tell which test it belongs to. */
const WAIT = { timeout: 60_000 };

interface Scene {
  readonly service: TestService;
  readonly worker: ServiceProcess;
  readonly gate: Gate;
}

/** Starts a service whose worker is a separate process, ready to run code. */
const scene = async (onTestFinished: OnFinished, options: TestServiceOptions = {}): Promise<Scene> => {
  const service = await bootService(onTestFinished, { ...options, worker: false, sandboxes: true });
  const worker = await startWorkerProcess(service.env);
  onTestFinished(() => worker.kill('SIGKILL'));
  await untilSandboxesReady(service);
  const gate = await createGate(service.database.adminUrl);
  onTestFinished(gate.close);
  return { service, worker, gate };
};

const anotherWorker = async ({ service }: Scene, onTestFinished: OnFinished): Promise<void> => {
  const second = await startWorkerProcess(service.env);
  onTestFinished(() => second.kill('SIGTERM'));
};

/** Returns the rows of the service's only code run. */
const rowsOf = async ({ service }: Pick<Scene, 'service'>): Promise<readonly CodeRow[]> => {
  const refs = await service.database.db
    .selectFrom('agent_actions')
    .select('ledger_ref')
    .distinct()
    .where('ledger_ref', 'like', 'run-%')
    .execute();
  expect(refs.length).toBeLessThanOrEqual(1);
  return refs[0] === undefined ? [] : codeRows(service, refs[0].ledger_ref);
};

const untilOpened = async (at: Pick<Scene, 'service'>): Promise<string> => {
  for (;;) {
    const [opened] = await rowsOf(at);
    if (opened !== undefined) return String(opened.detail['sandbox_id']);
    await sleep(20);
  }
};

const containerOf = async ({ service }: Scene, sandboxId: string): Promise<string | undefined> => {
  const containers = await containersOf(service);
  return containers.find(({ Names }) => Names.includes(`/${sandboxId}`))?.Id;
};

const actionsOf = (rows: readonly CodeRow[]): readonly string[] => rows.map(({ action }) => action);

const post = async ({ service }: Pick<Scene, 'service'>, body: object): Promise<Response> =>
  service.request('POST', '/v1/run', body);

const expectInterrupted = async (response: Response, at: Pick<Scene, 'service'>): Promise<void> => {
  const problem = (await response.json()) as { type: string };
  expect({ status: response.status, ...problem }).toMatchObject({
    status: 503,
    type: 'urn:pramaan:problem:run-interrupted',
  });
  expect(response.headers.get('retry-after')).toBe('1');
  const rows = await rowsOf(at);
  expect(actionsOf(rows)).toEqual(WHOLE);
  expect(rows[1]!.detail).toMatchObject({ interrupted: true, may_have_run: true });
};

/** Returns the code runs that Temporal might not have accepted. */
const starts = async ({ service }: Scene) =>
  service.database.db.selectFrom('code_run_starts').select('ledger_ref').execute();

describe.concurrent('A killed worker', () => {
  it(
    'code that was not handed over before the kill runs on another worker',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(onTestFinished);
      await at.gate.shut(OPEN);
      const answer = post(at, { code: "print('ran')" });
      await at.gate.reached();
      await at.worker.kill('SIGKILL');
      await at.gate.dropWaiters();
      await at.gate.open();
      await anotherWorker(at, onTestFinished);

      const response = await answer;
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ stdout: 'ran\n' });
      expect(actionsOf(await rowsOf(at))).toEqual(WHOLE);
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 3 });
    },
  );

  it(
    'code that may have been handed over before the kill does not run',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(onTestFinished);
      await at.gate.shut(OPEN);
      const answer = post(at, { code: "print('ran')" });
      await at.gate.reached();
      await at.worker.kill('SIGKILL');
      await at.gate.open();
      await anotherWorker(at, onTestFinished);

      await expectInterrupted(await answer, at);
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 3 });
    },
  );

  it(
    'code that was running at the kill does not run again, and its container is removed',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(onTestFinished);
      const answer = post(at, {
        code: "import time\nprint('on', flush=True)\ntime.sleep(60)",
        timeout_ms: 90_000,
      });
      const sandboxId = await untilOpened(at);
      await sleep(500);
      expect(await containerOf(at, sandboxId)).toBeDefined();
      await at.worker.kill('SIGKILL');
      // The sandboxes lost their input when the process that held it was killed, so they end without a reaper.
      await vi.waitFor(async () => expect(await containersOf(at.service)).toEqual([]), { timeout: 60_000 });
      await anotherWorker(at, onTestFinished);

      await expectInterrupted(await answer, at);
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 3 });
    },
  );

  it(
    'the rows of code that had ended before the kill are still stored',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(onTestFinished);
      await at.gate.shut(RUN);
      const code =
        "import socket\ntry: socket.create_connection(('203.0.113.7', 443))\nexcept OSError: print('ran')";
      const answer = post(at, { code });
      await at.gate.reached();
      const outcomes = at.service.database.db
        .selectFrom('case_vault')
        .select('ref')
        .where('ref', 'like', 'run-%/outcome');
      await vi.waitFor(async () => expect(await outcomes.execute()).toHaveLength(1), WAIT);
      await at.worker.kill('SIGKILL');
      await at.gate.dropWaiters();
      await at.gate.open();
      await anotherWorker(at, onTestFinished);

      const response = await answer;
      expect(response.status).toBe(200);
      expect(((await response.json()) as CodeRunBody).stdout).toBe('ran\n');
      // A single attempt to reach a network shows that the code ran once.
      expect(actionsOf(await rowsOf(at))).toEqual([
        'sandbox.open',
        'sandbox.run',
        'egress.block',
        'sandbox.close',
      ]);
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 4 });
    },
  );
});

describe.concurrent('A killed container', () => {
  it('a kill while code runs interrupts the run', LIMIT, async ({ onTestFinished }) => {
    const at = await scene(onTestFinished);
    const answer = post(at, { code: 'import time\ntime.sleep(60)', timeout_ms: 90_000 });
    const sandboxId = await untilOpened(at);
    await sleep(500);
    await connectContainerEngine(inject('dockerHost')).getContainer(sandboxId).kill();

    await expectInterrupted(await answer, at);
    await vi.waitFor(async () => expect(await containerOf(at, sandboxId)).toBeUndefined(), WAIT);
  });

  it(
    'a kill while code runs keeps its output and network attempts in the ledger',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(onTestFinished);
      const code =
        "import socket, time\ntry: socket.getaddrinfo('c2.example.org', 443)\nexcept OSError: print('asked', flush=True)\ntime.sleep(60)";
      const answer = post(at, { code, timeout_ms: 90_000 });
      const sandboxId = await untilOpened(at);
      const docker = connectContainerEngine(inject('dockerHost'));
      // By now the code has been asleep for a while, and its supervisor has nothing left to forward.
      await sleep(2_000);
      await docker.getContainer(sandboxId).kill();

      expect((await answer).status).toBe(503);
      const rows = await rowsOf(at);
      expect(actionsOf(rows)).toEqual(['sandbox.open', 'sandbox.run', 'egress.block', 'sandbox.close']);
      expect(rows[1]!.detail).toMatchObject({ interrupted: true, stdout: 'asked\n', egress_attempts: 1 });
      expect(rows[2]!.detail).toMatchObject({ host: 'c2.example.org', blocked: true });
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 4 });
    },
  );

  it(
    'a container that is killed before code runs is replaced by another',
    LIMIT,
    async ({ onTestFinished }) => {
      const at = await scene(onTestFinished);
      const before = new Set((await containersOf(at.service)).map(({ Id }) => Id));
      await at.gate.shut(OPEN);
      const answer = post(at, { code: "print('ran')" });
      await at.gate.reached();
      // Kills every container that was ready when the run arrived, including the run's own.
      const docker = connectContainerEngine(inject('dockerHost'));
      await Promise.all(
        [...before].map((id) =>
          docker
            .getContainer(id)
            .kill()
            .catch(() => undefined),
        ),
      );
      await sleep(500);
      await at.gate.open();

      const response = await answer;
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ stdout: 'ran\n' });
      const rows = await rowsOf(at);
      expect(actionsOf(rows)).toEqual(['sandbox.open', 'sandbox.close', ...WHOLE]);
      expect(rows[1]!.detail).toMatchObject({ unused: true, sandbox_id: rows[0]!.detail['sandbox_id'] });
      expect(rows[2]!.detail['sandbox_id']).not.toBe(rows[0]!.detail['sandbox_id']);
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 5 });
    },
  );
});

describe.concurrent('A container engine that is unavailable', () => {
  it(
    'the service interrupts current runs, refuses new ones at once and recovers when the engine is back',
    LIMIT,
    async ({ onTestFinished }) => {
      const path = join(tmpdir(), `engine-${randomBytes(6).toString('hex')}.sock`);
      const engine = await openContainerEngineGate(inject('dockerHost'), path);
      onTestFinished(() => engine.shut());
      const at = await scene(onTestFinished, { env: { DOCKER_HOST: engine.address } });
      const answer = post(at, { code: 'import time\ntime.sleep(60)', timeout_ms: 90_000 });
      await untilOpened(at);
      await sleep(500);
      await engine.shut();
      await expectInterrupted(await answer, at);
      await vi.waitFor(async () => expect(await containersOf(at.service)).toEqual([]), WAIT);

      const state = async () =>
        ((await (await fetch(`${at.service.url}/readyz`)).json()) as { dependencies: { sandboxes: unknown } })
          .dependencies.sandboxes;
      await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'off' }), WAIT);
      const refused = await post(at, { code: '1' });
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await refused.json()).toMatchObject({
        type: 'urn:pramaan:problem:dependency-away',
        detail: expect.stringMatching(
          /^Code cannot be run here: This host's container engine does not respond/,
        ),
      });

      await engine.open();
      await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'up' }), WAIT);
      const response = await post(at, { code: "print('ran')" });
      expect(response.status).toBe(200);
      expect(await at.service.verify()).toMatchObject({ ok: true, checked: 6 });
    },
  );
});

describe.concurrent('A dependency that is killed and restarted while code runs', () => {
  const code = "import time\ntime.sleep(3)\nprint('ran')";

  it('the outcome is kept until Postgres can store it', LIMIT, async ({ onTestFinished }) => {
    const postgres = await startRestartablePostgres(onTestFinished);
    const service = await bootService(onTestFinished, { postgres, sandboxes: true });
    const answer = post({ service }, { code });
    await untilOpened({ service });
    await postgres.kill();
    await sleep(4_000);
    await postgres.restart();

    const response = await answer;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ stdout: 'ran\n' });
    expect(actionsOf(await rowsOf({ service }))).toEqual(WHOLE);
    expect(await service.verify()).toMatchObject({ ok: true, checked: 3 });
  });

  it('the run continues without Temporal', LIMIT, async ({ onTestFinished }) => {
    const temporal = await startRestartableTemporal(onTestFinished);
    const service = await bootService(onTestFinished, { temporalAddress: temporal.address, sandboxes: true });
    const answer = post({ service }, { code });
    await untilOpened({ service });
    // By now the workflow's own task has started too.
    await sleep(1_000);
    await temporal.kill();
    await temporal.restart();

    const response = await answer;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ stdout: 'ran\n' });
    expect(actionsOf(await rowsOf({ service }))).toEqual(WHOLE);
    const [ref] = await service.database.db
      .selectFrom('agent_actions')
      .select('ledger_ref')
      .limit(1)
      .execute();
    await service.engine.workflow.getHandle(ref!.ledger_ref).result();
  });
});

describe.concurrent('Code that arrives while Temporal is unavailable', () => {
  const LATE = { SANDBOX_WAIT_MS: '1000' };

  const withTemporal = async (onTestFinished: OnFinished) => {
    const temporal = await startRestartableTemporal(onTestFinished);
    const at = await scene(onTestFinished, { temporalAddress: temporal.address, env: LATE });
    return { at, stop: temporal.kill, startAgain: temporal.restart };
  };

  it('a host runs the code, and Temporal learns of it later', LIMIT, async ({ onTestFinished }) => {
    const { at, stop, startAgain } = await withTemporal(onTestFinished);
    await stop();
    const response = await post(at, { code: "import time\ntime.sleep(8)\nprint('ran')" });
    expect(response.status).toBe(200);
    const { stdout, ledger_ref } = (await response.json()) as CodeRunBody;
    expect(stdout).toBe('ran\n');
    expect(await starts(at)).toHaveLength(1);
    await startAgain();
    await vi.waitFor(async () => expect(await starts(at)).toEqual([]), { timeout: 60_000 });
    await at.service.engine.workflow.getHandle(ledger_ref).result();
    expect(actionsOf(await rowsOf(at))).toEqual(WHOLE);
    expect(await at.service.verify()).toMatchObject({ ok: true, checked: 3 });
  });

  it('code that no host has started is withdrawn and never runs', LIMIT, async ({ onTestFinished }) => {
    const { at, stop, startAgain } = await withTemporal(onTestFinished);
    await stop();
    await at.worker.kill('SIGKILL');
    const response = await post(at, { code: "print('ran')" });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).not.toBeNull();
    expect(await response.json()).toMatchObject({ type: 'urn:pramaan:problem:dependency-away' });
    await startAgain();
    await anotherWorker(at, onTestFinished);
    await untilSandboxesReady(at.service);
    expect((await post(at, { code: "print('next')" })).status).toBe(200);
    const rows = await at.service.database.db
      .selectFrom('agent_actions')
      .select('action')
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['run.withdrawn', ...WHOLE]);
  });

  it('the rows of a run whose worker dies are completed later', LIMIT, async ({ onTestFinished }) => {
    const { at, stop, startAgain } = await withTemporal(onTestFinished);
    await stop();
    const answer = post(at, { code: 'import time\ntime.sleep(60)', timeout_ms: 90_000 });
    await untilOpened(at);
    await sleep(500);
    await at.worker.kill('SIGKILL');
    const response = await answer;
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ type: 'urn:pramaan:problem:run-interrupted' });
    expect(actionsOf(await rowsOf(at))).toEqual(['sandbox.open']);
    await startAgain();
    await anotherWorker(at, onTestFinished);
    await vi.waitFor(async () => expect(actionsOf(await rowsOf(at))).toEqual(WHOLE), { timeout: 90_000 });
    expect((await rowsOf(at))[1]!.detail).toMatchObject({ interrupted: true, may_have_run: true });
    await vi.waitFor(async () => expect(await starts(at)).toEqual([]), WAIT);
  });
});

describe.concurrent('A client that disconnects', () => {
  it('a disconnect does not end the run, and its rows are complete', LIMIT, async ({ onTestFinished }) => {
    const service = await bootService(onTestFinished, { sandboxes: true });
    const leaving = new AbortController();
    const answer = fetch(`${service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code: "import time\ntime.sleep(1)\nprint('ran')" }),
      signal: leaving.signal,
    });
    await untilOpened({ service });
    leaving.abort();
    await expect(answer).rejects.toThrow('abort');
    await vi.waitFor(async () => expect(actionsOf(await rowsOf({ service }))).toEqual(WHOLE), WAIT);
    expect((await rowsOf({ service }))[1]!.detail).toMatchObject({ stdout: 'ran\n', exit_code: 0 });
  });
});
