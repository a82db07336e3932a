import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { connectContainerEngine } from '../../../src/sandbox/connect.ts';
import { createGate } from '../../helpers/gate.ts';
import { startWorkerProcess } from '../../helpers/process.ts';
import { codeRows, containersOf, untilSandboxesReady } from '../../helpers/sandboxes.ts';
import { useService } from '../../helpers/use-service.ts';
import { openSessions } from './session/sessions.ts';

const LIMIT = { timeout: 240_000 };

// Hooks run in reverse order, so this one runs after the service was closed.
afterAll(async () => expect(await containersOf(service)).toEqual([]));
const service = await useService({ worker: false, sandboxes: true });
let worker = await startWorkerProcess(service.env);
const areStarted = async () => (await containersOf(service)).every(({ State }) => State !== 'created');
afterAll(async () => {
  // The engine may finish creating a container for a worker that was killed; the next worker removes it once its lease has expired.
  await vi.waitUntil(areStarted, { timeout: 90_000, interval: 500 });
  await worker.kill('SIGTERM');
});
const sessions = await openSessions(service);
afterAll(sessions.close);
const gate = await createGate(service.database.adminUrl);
afterAll(gate.close);
await untilSandboxesReady(service);

const actionsOf = async (ref: string): Promise<readonly string[]> =>
  (await codeRows(service, ref)).map(({ action }) => action);

const untilRows = async (ref: string, count: number): Promise<void> => {
  await expect.poll(async () => (await codeRows(service, ref)).length, { timeout: 60_000 }).toBe(count);
};

/** Returns the sandboxes that currently work for a run, according to their leases. */
const heldFor = async (ref: string): Promise<readonly string[]> => {
  const { rows } = {
    rows: await service.database.db
      .selectFrom('sandbox_leases')
      .select('sandbox_id')
      .where('run', '=', ref)
      .execute(),
  };
  return rows.map(({ sandbox_id: id }) => id);
};

/** Kills the worker, lets the row that it was writing be stored (unless it was dropped), and starts another worker. */
const restart = async (): Promise<void> => {
  await worker.kill('SIGKILL');
  await gate.open();
  worker = await startWorkerProcess(service.env);
};

describe('A live run’s sandbox', () => {
  it('the sandbox keeps files and variables between calls and is destroyed at the end', LIMIT, async () => {
    const { ref, handle, outcome } = await sessions.start([
      { code: "x = 20\nopen('/tmp/kept', 'w').write('file')" },
      { language: 'bash', code: 'cat /tmp/kept; exit 3' },
      {
        code: "import socket\ntry: socket.create_connection(('203.0.113.7', 443))\nexcept OSError: pass\nx + 22",
      },
    ]);
    const result = await handle.result();
    expect(result).toMatchObject({ failure: null });
    expect(result.ran.map(({ exit_code }) => exit_code)).toEqual([0, 3, 0]);
    expect(await outcome(2)).toMatchObject({ stdout: 'file', sandbox_id: result.sandbox_id });
    expect(await outcome(3)).toMatchObject({ result: 42, variables_lost: false });
    const rows = await codeRows(service, ref);
    expect(rows.map(({ action, step }) => `${step} ${action}`)).toEqual([
      '1 sandbox.open',
      '2 sandbox.run',
      '3 sandbox.run',
      '4 sandbox.run',
      '5 egress.block',
      '6 sandbox.close',
    ]);
    expect(rows[0]!.detail).toMatchObject({ lifetime_ms: 120_000, metadata: { case: 'a-case' } });
    await expect.poll(() => heldFor(ref)).toEqual([]);
  });

  it('the sandbox ends when its lifetime is over, and later calls are interrupted', LIMIT, async () => {
    const { ref, handle } = await sessions.start(
      [{ code: 'x = 1' }, { code: 'import time\ntime.sleep(60)' }, { code: 'x' }],
      { lifetime_ms: 3_000 },
    );
    const { ran, failure } = await handle.result();
    // The second call was cut off at the end of the sandbox's lifetime.
    expect(ran).toMatchObject([{ timed_out: false }, { timed_out: true }]);
    expect(failure).toBe('Interrupted');
    const rows = await codeRows(service, ref);
    expect(rows.map(({ action }) => action)).toEqual([
      'sandbox.open',
      'sandbox.run',
      'sandbox.run',
      'sandbox.run',
      'sandbox.close',
    ]);
    expect(rows[3]!.detail).toMatchObject({ interrupted: true, may_have_run: false });
  });

  it('killing the sandbox while code runs ends the session with matching rows', LIMIT, async () => {
    const { ref, handle } = await sessions.start([
      { code: 'x = 1' },
      { code: 'import time\ntime.sleep(60)' },
    ]);
    await untilRows(ref, 2);
    await sleep(1_000);
    const [sandboxId] = await heldFor(ref);
    await connectContainerEngine(inject('dockerHost')).getContainer(sandboxId!).kill();
    expect(await handle.result()).toMatchObject({ failure: 'Interrupted' });
    const rows = await codeRows(service, ref);
    expect(rows.map(({ action }) => action)).toEqual([
      'sandbox.open',
      'sandbox.run',
      'sandbox.run',
      'sandbox.close',
    ]);
    expect(rows[2]!.detail).toMatchObject({ interrupted: true, may_have_run: true });
  });
});

describe('Session activities retried after a lost worker', () => {
  it('retrying openSandbox leaves only the second attempt’s sandbox', LIMIT, async () => {
    await gate.shut(1);
    const { ref, handle } = await sessions.start([{ code: '1' }]);
    await gate.reached();
    // The first attempt's row is stored, but no worker learns of it.
    await restart();
    const { sandbox_id: used, failure } = await handle.result();
    expect(failure).toBeNull();
    const rows = await codeRows(service, ref);
    expect(rows.map(({ action }) => action)).toEqual([
      'sandbox.open',
      'sandbox.open',
      'sandbox.run',
      'sandbox.close',
    ]);
    expect(rows[1]!.detail['sandbox_id']).toBe(used);
    expect(rows[0]!.detail['sandbox_id']).not.toBe(used);
    const names = (await containersOf(service)).flatMap(({ Names }) => Names);
    expect(names).not.toContain(`/${String(rows[0]!.detail['sandbox_id'])}`);
  });

  it('retrying runCode after a kill during the code does not run the code again', LIMIT, async () => {
    const { ref, handle, outcome } = await sessions.start([{ code: 'import time\ntime.sleep(60)' }]);
    await untilRows(ref, 1);
    await sleep(1_500);
    await restart();
    expect(await handle.result()).toMatchObject({ ran: [], failure: 'Interrupted' });
    expect(await outcome(1)).toBeUndefined();
    expect(await actionsOf(ref)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
    expect((await codeRows(service, ref))[1]!.detail).toMatchObject({
      interrupted: true,
      may_have_run: true,
    });
  });

  it('retrying runCode after a kill before its rows keeps the only run’s outcome', LIMIT, async () => {
    await gate.shut(2);
    const code =
      "import socket\ntry: socket.create_connection(('203.0.113.7', 443))\nexcept OSError: print('ran')";
    const { ref, handle, outcome } = await sessions.start([{ code }]);
    await gate.reached();
    await gate.dropWaiters();
    await restart();
    expect(await handle.result()).toMatchObject({ failure: null, ran: [{ exit_code: 0, next_step: 4 }] });
    expect(await outcome(1)).toMatchObject({ stdout: 'ran\n' });
    expect(await actionsOf(ref)).toEqual(['sandbox.open', 'sandbox.run', 'egress.block', 'sandbox.close']);
  });

  it('retrying closeSandbox writes one row', LIMIT, async () => {
    await gate.shut(3);
    const { ref, handle } = await sessions.start([{ code: '1' }]);
    await gate.reached();
    await restart();
    expect(await handle.result()).toMatchObject({ failure: null });
    expect(await actionsOf(ref)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
    expect(await heldFor(ref)).toEqual([]);
  });
});

describe('Two hosts that serve one queue', () => {
  it(
    'the hosts share the runs, and a session remains on its host and is lost with it',
    LIMIT,
    async ({ onTestFinished }) => {
      const other = await startWorkerProcess({
        ...service.env,
        WORKER_ROLES: 'sandboxes',
        SANDBOX_HOST: 'other',
      });
      onTestFinished(() => other.kill('SIGKILL'));
      await expect
        .poll(
          async () => {
            const hosts = await service.database.db
              .selectFrom('sandbox_hosts')
              .select(['host', 'state'])
              .execute();
            return hosts.filter(({ state }) => state === 'ready').length;
          },
          { timeout: 120_000 },
        )
        .toBe(2);
      const answers = await Promise.all(
        Array.from({ length: 16 }, async (_, n) =>
          service.request('POST', '/v1/run', { code: `print(${n})` }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const outputs = await Promise.all(
        answers.map(async (answer) => ((await answer.json()) as { stdout: string }).stdout),
      );
      expect(outputs).toEqual(answers.map((__, n) => `${n}\n`));
      const rows = await service.database.db.selectFrom('sandbox_leases').select('host').distinct().execute();
      expect(rows.map(({ host }) => host)).toContain('other');

      // Starts sessions until one is on the other host, which is then killed.
      for (;;) {
        const { ref, handle } = await sessions.start([{ code: 'x = 1' }, { code: 'x' }], { wait_before: 2 });
        await untilRows(ref, 2);
        const [opened] = await codeRows(service, ref);
        const onOther = opened!.detail['host'] === 'other';
        if (onOther) await other.kill('SIGKILL');
        await handle.signal('goOn');
        const result = await handle.result();
        expect(await actionsOf(ref)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.run', 'sandbox.close']);
        if (!onOther) {
          expect(result.failure).toBeNull();
          continue;
        }
        expect(result.failure).toBe('Interrupted');
        expect((await codeRows(service, ref))[2]!.detail).toMatchObject({
          interrupted: true,
          may_have_run: false,
        });
        break;
      }
      // The remaining host serves all runs and, once the leases expire, removes the dead host's sandboxes from their shared
      // container engine.
      expect((await service.request('POST', '/v1/run', { code: '1' })).status).toBe(200);
      const left = await service.database.db
        .updateTable('sandbox_leases')
        .set({ deadline: sql<Date>`now() - interval '1 second'` })
        .where('host', '=', 'other')
        .returning('sandbox_id')
        .execute();
      const names = new Set(left.map(({ sandbox_id: id }) => `/${id}`));
      expect(names.size).toBeGreaterThan(0);
      const ofOther = async (): Promise<readonly string[]> =>
        (await containersOf(service)).flatMap(({ Names }) => Names).filter((name) => names.has(name));
      await expect.poll(ofOther, { timeout: 60_000 }).toEqual([]);
    },
  );
});
