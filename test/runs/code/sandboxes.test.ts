import { describe, expect, it } from 'vitest';
import { createClient, isProblem } from '../../../clients/typescript/src/index.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { untilProcessRuns } from '../../helpers/sandboxes.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({
  sandboxes: true,
  env: { SANDBOX_OPEN_MAX: '3', SANDBOX_OPEN_MEMORY_MB: '1280' },
});
const client = createClient({ url: service.url, key: service.key, retries: 0 });
const { key: safetyKey } = await issueKey(service.database.db, {
  teamId: service.teamId,
  name: 'safety',
  scopes: ['safety'],
});
const safety = createClient({ url: service.url, key: safetyKey });

const open = async (body: object = {}): Promise<string> => (await client.call('openSandbox', { body })).id;
const run = async (id: string, code: string, more: object = {}) =>
  client.call('runInSandbox', { params: { id }, body: { code, ...more } });
const stateOf = async (id: string) => client.call('getSandbox', { params: { id } });
const end = async (id: string) => client.call('deleteSandbox', { params: { id } });
const rowsOf = async (ref: string) => (await client.call('getLedger', { params: { ref } })).entries;
const actionsOf = async (ref: string): Promise<readonly string[]> =>
  (await rowsOf(ref)).map(({ action }) => action);
const refusedAs =
  (type: string) =>
  (error: unknown): boolean =>
    isProblem(error, type as 'suspended');
const set = async (action: 'suspend' | 'resume') =>
  safety.call('setSwitch', { body: { scope: 'code', action, reason: 'An exercise.' } });
const leasesOf = async (id: string) =>
  service.database.db.selectFrom('sandbox_leases').select('sandbox_id').where('run', '=', id).execute();

describe('A developer’s sandbox', () => {
  it('keeps variables, files and environment variables, and sends charts and files back', async () => {
    const id = await open({ env: { GREETING: "it's me", TOKEN: 'not-for-rows' }, memory_mb: 300 });
    await run(id, "x = 41; import os; os.environ['MORE'] = 'set by a program'", {
      files: [{ name: 'in/a.txt', content: 'a' }],
    });
    const python = await run(
      id,
      "open('/tmp/out.txt', 'w').write('b')\n[x + 1, os.environ['GREETING'], os.environ['MORE'], open('/tmp/in/a.txt').read()]",
      { return_files: ['out.txt'] },
    );
    expect(python).toMatchObject({
      n: 2,
      result: [42, "it's me", 'set by a program', 'a'],
      variables_lost: false,
      ledger_ref: id,
    });
    const file = python.files.find(({ name }) => name === 'out.txt');
    expect(Buffer.from(file!.content_b64!, 'base64').toString()).toBe('b');
    const bash = await run(id, 'echo "$GREETING"; cat /tmp/out.txt', { language: 'bash' });
    expect(bash.stdout).toBe("it's me\nb");
    const moved = await run(id, '', { files: [{ name: 'c.txt', content: 'c' }], return_files: ['c.txt'] });
    expect(moved.files.find(({ name }) => name === 'c.txt')?.content_b64).toBe('Yw==');
    const chart = await run(id, 'import matplotlib.pyplot as p; p.plot([1, 2]); p.show()', { charts: true });
    expect(chart.charts.map(({ name }) => name)).toEqual(['figure-1.png']);
    expect(await client.call('listSandboxes', { query: { state: 'open', limit: 1 } })).toMatchObject({
      sandboxes: [{ id, state: 'open', memory_mb: 300, programs: 5 }],
      next_cursor: null,
    });
    expect(await end(id)).toMatchObject({ state: 'ended', ended_because: 'deleted' });
    const entries = await rowsOf(id);
    const programs = Array.from({ length: 5 }, () => 'sandbox.run');
    expect(entries.map(({ action }) => action)).toEqual(['sandbox.open', ...programs, 'sandbox.close']);
    expect(entries.map(({ actor }) => actor?.kind)).toEqual(Array.from({ length: 7 }, () => 'key'));
    expect(JSON.stringify(entries)).not.toContain('not-for-rows');
    await expect(run(id, '1')).rejects.toSatisfy(refusedAs('sandbox-ended'));
  });

  it('runs a repeated request once', async () => {
    const id = await open();
    const call = { params: { id }, body: { code: 'import uuid; str(uuid.uuid4())' } };
    const again = { idempotencyKey: 'once' };
    const first = await client.call('runInSandbox', call, again);
    const proven = { ...call, query: { receipt: true } };
    expect((await client.call('runInSandbox', proven, again)).receipt?.rows).toHaveLength(2);
    expect(await client.call('runInSandbox', call, again)).toEqual(first);
    await end(id);
    expect(await actionsOf(id)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
  });

  it('ends with the program that runs in it, and leaves no container', async () => {
    const id = await open();
    const running = run(id, 'import time; time.sleep(60)', { timeout_ms: 100_000 }).catch(
      (error: unknown) => error,
    );
    await expect.poll(async () => (await stateOf(id)).programs).toBe(1);
    expect((await end(id)).ended_because).toBe('deleted');
    expect(isProblem(await running, 'run-interrupted')).toBe(true);
    await expect.poll(async () => leasesOf(id)).toEqual([]);
  });

  it('leaves neither a container nor a second row when its workflow is terminated', async () => {
    const id = await open();
    const running = run(id, 'sleep 61', { language: 'bash', timeout_ms: 100_000 }).catch(
      (error: unknown) => error,
    );
    await untilProcessRuns(service, 'sleep 61');
    await service.engine.workflow.getHandle(id).terminate('An exercise.');
    expect(isProblem(await running, 'run-interrupted')).toBe(true);
    await expect.poll(async () => leasesOf(id), { timeout: 20_000 }).toEqual([]);
    expect((await stateOf(id)).ended_because).toBe('lost');
    await expect
      .poll(async () => (await actionsOf(id)).toSorted())
      .toEqual(['sandbox.close', 'sandbox.open', 'sandbox.run']);
  });

  it('goes on when the client that waits for its program leaves, and a repeated request gets the outcome', async () => {
    const id = await open();
    const call = { params: { id }, body: { code: 'import time; time.sleep(2); 7' } };
    const leaving = new AbortController();
    const again = { idempotencyKey: 'left' };
    const first = client.call('runInSandbox', call, { ...again, signal: leaving.signal });
    await expect.poll(async () => (await stateOf(id)).programs).toBe(1);
    leaving.abort();
    await expect(first).rejects.toThrow();
    expect((await client.call('runInSandbox', call, again)).result).toBe(7);
    await end(id);
    expect(await actionsOf(id)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
  });

  it('ends when it is idle', async () => {
    const id = await open({ idle_s: 5 });
    await expect.poll(async () => (await stateOf(id)).ended_because, { timeout: 60_000 }).toBe('idle');
    await expect.poll(async () => leasesOf(id)).toEqual([]);
  });

  it('is refused beyond the team’s number and memory', async () => {
    const ids = [await open({ memory_mb: 256 }), await open()];
    await expect(open({ memory_mb: 1_024 })).rejects.toThrow('MiB together');
    ids.push(await open());
    await expect(open({ memory_mb: 256 })).rejects.toThrow('3 sandboxes open');
    for (const id of ids) await end(id);
  });

  it('ends when its team suspends code, with the program in it, and none opens or runs until that is resumed', async () => {
    const [busy, idle] = [await open(), await open()];
    const running = run(busy, 'import time; time.sleep(60)', { timeout_ms: 100_000 }).catch(
      (error: unknown) => error,
    );
    await expect.poll(async () => (await stateOf(busy)).programs).toBe(1);
    await set('suspend');
    expect(isProblem(await running, 'suspended')).toBe(true);
    await expect(open()).rejects.toSatisfy(refusedAs('suspended'));
    await expect.poll(async () => (await stateOf(idle)).ended_because, { timeout: 20_000 }).toBe('suspended');
    expect((await stateOf(busy)).ended_because).toBe('suspended');
    await set('resume');
    const id = await open();
    expect((await run(id, '1 + 1')).result).toBe(2);
    await end(id);
  });
});

it('the packages of the image are listed as they are in it', async () => {
  const { packages } = await client.call('listSandboxPackages', {});
  const listed = packages.map(({ name, version }) => `${name} ${version}`);
  expect(listed).toContain('numpy 2.5.5');
  const id = await open();
  const code =
    "import importlib.metadata as m\nsorted(d.name.lower().replace('_', '-') + ' ' + d.version for d in m.distributions(path=[p for p in __import__('sys').path if p.startswith('/usr/local')]))";
  expect((await run(id, code)).result).toEqual(listed.toSorted());
  await end(id);
});
