import { afterAll, expect, it, vi } from 'vitest';
import { createClient, isProblem } from '../../clients/typescript/src/index.ts';
import { readActions } from '../helpers/actions.ts';
import { startApiProcess, startWorkerProcess } from '../helpers/process.ts';
import { startRestartableTemporal } from '../helpers/restartable.ts';
import { containersOf, untilProcessRuns, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { useService } from '../helpers/use-service.ts';

const WAIT = { timeout: 120_000, interval: 200 };

const temporal = await startRestartableTemporal(afterAll);
const service = await useService({ worker: false, sandboxes: true, temporalAddress: temporal.address });
const { db } = service.database;
let worker = await startWorkerProcess(service.env);
afterAll(async () => worker.kill('SIGKILL'));
const api = await startApiProcess(service.env);
afterAll(async () => api.kill('SIGKILL'));
await untilSandboxesReady(service);

const clientOf = (url: string) => createClient({ url, key: service.key, retries: 0 });
const client = clientOf(service.url);
const caught = (error: unknown): unknown => error;

/** Adds a line to a file, and after a while counts its lines. */
const program = (seconds: number) => ({
  code: `import subprocess
open('/tmp/lines', 'a').write('x\\n')
subprocess.run(['sleep', '${seconds}'])
len(open('/tmp/lines').readlines())`,
  timeout_ms: 100_000,
});

it(
  'each program of a sandbox runs once, although the API is killed, Temporal stops, and at last the worker is killed',
  { timeout: 400_000 },
  async () => {
    const { id } = await client.call('openSandbox', { body: {} });
    const call = { params: { id }, body: program(2) };
    const taken = async () => (await client.call('getSandbox', { params: { id } })).programs;

    // The API is killed while a program runs. Another one has the outcome.
    const cut = clientOf(api.url).call('runInSandbox', call, { idempotencyKey: 'api' }).catch(caught);
    await vi.waitUntil(async () => (await taken()) === 1, WAIT);
    await api.kill('SIGKILL');
    expect(await cut).toBeInstanceOf(Error);
    expect(await client.call('runInSandbox', call, { idempotencyKey: 'api' })).toMatchObject({
      n: 1,
      result: 1,
    });

    // Temporal stops. The program that arrives in the meantime runs after that.
    await temporal.kill();
    const away = await client.call('runInSandbox', call, { idempotencyKey: 'away' }).catch(caught);
    expect(isProblem(away, 'dependency-away')).toBe(true);
    await temporal.restart();
    const after = async () => client.call('runInSandbox', call, { idempotencyKey: 'away' }).catch(caught);
    await vi.waitUntil(async () => !isProblem(await after(), 'dependency-away'), WAIT);
    expect(await after()).toMatchObject({ n: 2, result: 2 });

    // The worker is killed with the program that runs in its sandbox, which is lost.
    const containers = (await containersOf(service)).map(({ Id }) => Id);
    const lost = client.call('runInSandbox', { ...call, body: program(61) }).catch(caught);
    await untilProcessRuns(service, 'sleep 61');
    await worker.kill('SIGKILL');
    worker = await startWorkerProcess(service.env);
    expect(isProblem(await lost, 'run-interrupted')).toBe(true);
    await vi.waitUntil(async () => (await readActions(db, id)).includes('sandbox.close'), WAIT);
    expect(await client.call('getSandbox', { params: { id } })).toMatchObject({
      state: 'ended',
      ended_because: 'lost',
      programs: 3,
    });
    expect(await readActions(db, id)).toEqual([
      'sandbox.open',
      'sandbox.run',
      'sandbox.run',
      'sandbox.run',
      'sandbox.close',
    ]);
    const left = async () => (await containersOf(service)).filter(({ Id }) => containers.includes(Id));
    await vi.waitUntil(async () => (await left()).length === 0, WAIT);
  },
);
