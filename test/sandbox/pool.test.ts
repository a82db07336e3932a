import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OpenOptions, RunJob } from '../../src/sandbox/index.ts';
import {
  FIRST_BUILD_MS,
  openTestHost,
  type TestHost,
  type TestHostOptions,
} from '../helpers/sandbox-host.ts';

describe('The sandbox pool', { timeout: FIRST_BUILD_MS }, () => {
  let test: TestHost;
  afterEach(async () => test.close());

  const start = async (options: TestHostOptions = {}): Promise<void> => {
    test = await openTestHost(options);
  };
  const wish: OpenOptions = { profile: 'python', teamId: 'team_a', run: 'run-1', lifetimeMs: 60_000 };
  const hello: RunJob = { language: 'bash', code: 'echo hello', timeoutMs: 10_000 };
  const ready = (): number => test.host.stats().profiles[0]?.ready ?? 0;
  const untilReady = async (count: number): Promise<void> => {
    await vi.waitUntil(() => ready() === count, 120_000);
  };

  it('the pool hands out a ready sandbox, replaces it and destroys the used one', async () => {
    await start({ depth: { min: 2, max: 2 } });
    await untilReady(2);
    const [before] = [await test.containers()];
    const { sandboxId } = await test.host.runOnce(wish, hello);
    expect(test.host.stats()).toMatchObject({ warm: 1, cold: 0 });
    expect(before.some(({ Names }) => Names[0] === `/${sandboxId}`)).toBe(true);
    await vi.waitUntil(() => ready() === 2 && test.host.stats().containers === 2, 30_000);
    expect((await test.containers()).map(({ Names }) => Names[0])).not.toContain(`/${sandboxId}`);
  });

  it('a full pool rejects a request within its wait time and says when to retry', async () => {
    await start({ depth: { min: 0, max: 1 }, maxContainers: 1 });
    const holder = await test.host.open(wish);
    const begun = performance.now();
    const refused = test.host.open({ ...wish, waitMs: 300 });
    await expect(refused).rejects.toMatchObject({
      name: 'SandboxBusyError',
      retryAfterMs: expect.any(Number) as number,
    });
    expect(performance.now() - begun).toBeLessThan(2_000);
    const waiting = test.host.open(wish);
    await holder.close();
    const next = await waiting;
    expect(next.id).not.toBe(holder.id);
    expect(await next.run(hello)).toMatchObject({ stdout: 'hello\n' });
  });

  it('the pool serves teams in turn during a burst', async () => {
    await start({ depth: { min: 0, max: 0 }, maxContainers: 1 });
    const served: string[] = [];
    const ask = async (teamId: string): Promise<void> => {
      await test.host.runOnce({ ...wish, teamId }, hello);
      served.push(teamId);
    };
    const all = [...Array.from({ length: 6 }, () => ask('team_many')), ask('team_one'), ask('team_two')];
    await Promise.all(all);
    expect(served.indexOf('team_one')).toBeLessThanOrEqual(2);
    expect(served.indexOf('team_two')).toBeLessThanOrEqual(3);
    expect(test.host.stats()).toMatchObject({ cold: 8, failed: 0 });
  });

  it('the pool gives up a ready sandbox for another profile when it is full', async () => {
    await start({ depth: { min: 2, max: 2 }, maxContainers: 2 });
    await untilReady(2);
    const shell = await test.host.open({ ...wish, profile: 'bash' });
    expect(await shell.run(hello)).toMatchObject({ stdout: 'hello\n' });
    expect(test.host.stats().containers).toBeLessThanOrEqual(2);
  });

  it('the pool replaces a sandbox that dies while ready and never hands out one that does not respond', async () => {
    await start({ depth: { min: 2, max: 2 } });
    await untilReady(2);
    const [first, second] = await test.containers();
    await test.docker.getContainer(first!.Id).kill();
    await test.docker.getContainer(second!.Id).pause();
    const { sandboxId, outcome } = await test.host.runOnce(wish, hello);
    expect(outcome.stdout).toBe('hello\n');
    expect([first!.Names[0], second!.Names[0]]).not.toContain(`/${sandboxId}`);
    await untilReady(2);
    const left = (await test.containers()).map(({ Id }) => Id);
    expect(left).not.toContain(first!.Id);
    expect(left).not.toContain(second!.Id);
  });

  it('the pool reports whether a job had started in a lost sandbox', async () => {
    await start();
    const sandbox = await test.host.open(wish);
    const job = sandbox.run({ ...hello, code: 'echo on; sleep 60', timeoutMs: 60_000 });
    job.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await test.docker.getContainer(sandbox.id).kill();
    await expect(job).rejects.toMatchObject({ name: 'SandboxLostError', started: true });
    await expect(sandbox.run(hello)).rejects.toMatchObject({ name: 'SandboxClosedError' });
    const fresh = await test.host.open(wish);
    await test.docker.getContainer(fresh.id).kill();
    await expect(fresh.run(hello)).rejects.toMatchObject({ name: 'SandboxLostError', started: false });
  });

  it('the pool reports that sandboxes are unavailable while leases cannot be written, and recovers afterwards', async () => {
    await start({ depth: { min: 0, max: 1 } });
    const admin = new pg.Client({ connectionString: test.database.adminUrl });
    await admin.connect();
    await admin.query('REVOKE INSERT ON sandbox_leases FROM pramaan_app');
    await expect(test.host.open(wish)).rejects.toMatchObject({ name: 'SandboxUnavailableError' });
    await admin.query('GRANT INSERT ON sandbox_leases TO pramaan_app');
    await admin.end();
    expect((await test.host.runOnce(wish, hello)).outcome.stdout).toBe('hello\n');
  });

  it('the pool gives a sandbox the requested memory', async () => {
    await start({ depth: { min: 0, max: 0 } });
    const code = "python3 -c 'x = bytearray(200 << 20); print(len(x))'";
    const small = await test.host.runOnce({ ...wish, memoryMb: 128 }, { ...hello, code });
    expect(small.outcome).toMatchObject({ exit_code: 137, oom_killed: true, stdout: '' });
    const large = await test.host.runOnce({ ...wish, memoryMb: 300 }, { ...hello, code });
    expect(large.outcome).toMatchObject({ exit_code: 0, oom_killed: false, stdout: '209715200\n' });
  });

  it('the pool holds a lease for each container and names the run it works for', async () => {
    await start({ depth: { min: 1, max: 1 } });
    await untilReady(1);
    const sandbox = await test.host.open({ ...wish, teamId: 'team_b', run: 'wf-7' });
    const lease = async (): Promise<unknown> => {
      const { rows } = await test.database.pool.query<object>(
        `SELECT state, team_id, run, ends_at < now() + interval '80 s' AS ends FROM sandbox_leases WHERE sandbox_id = $1`,
        [sandbox.id],
      );
      return rows[0];
    };
    await expect.poll(lease).toEqual({ state: 'claimed', team_id: 'team_b', run: 'wf-7', ends: true });
    await sandbox.close();
    expect(await lease()).toBeUndefined();
  });
});
