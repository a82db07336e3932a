import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createLeaseStore } from '../../src/sandbox/index.ts';
import { containerSpec, BOUNDS } from '../../src/sandbox/container-spec.ts';
import { Reaper } from '../../src/sandbox/reaper.ts';
import { FIRST_BUILD_MS, openTestHost, SECCOMP, type TestHost } from '../helpers/sandbox-host.ts';

const OWNER = fileURLToPath(new URL('../helpers/sandbox-owner.ts', import.meta.url));

describe('Orphaned sandboxes', { timeout: 180_000 }, () => {
  let test: TestHost;
  let image: string;
  beforeAll(async () => {
    // Turns off the host's own passes, which would interfere with the tests' passes.
    test = await openTestHost({ depth: { min: 1, max: 1 }, beatMs: 3_600_000 });
    await settled();
    image = (await test.containers())[0]!.Image;
  }, FIRST_BUILD_MS);
  /** Waits until one sandbox is ready: a used one is removed a moment after it responds, and another takes its place. */
  const settled = async (): Promise<unknown> =>
    vi.waitUntil(
      async () => test.host.stats().profiles[0]?.ready === 1 && (await test.containers()).length === 1,
      60_000,
    );
  afterAll(async () => test.close());

  /** Creates a container like one left behind by a crash: created, perhaps started, but with no client attached. */
  const leaveBehind = async (sandboxId: string, started: boolean): Promise<void> => {
    const container = await test.docker.createContainer(
      containerSpec({
        sandboxId,
        installation: test.installation,
        image,
        profile: 'python',
        runtime: 'runc',
        seccomp: SECCOMP,
        bounds: BOUNDS.python,
      }),
    );
    if (started) await container.start();
  };
  const names = async (): Promise<readonly string[]> =>
    (await test.containers()).map(({ Names }) => Names[0]!.slice(1)).toSorted();

  it('the first pass removes sandboxes without a lease, started or not, and keeps a live one', async () => {
    const live = await names();
    await leaveBehind('sbx_made', false);
    await leaveBehind('sbx_started', true);
    expect(await names()).toEqual([...live, 'sbx_made', 'sbx_started'].toSorted());
    expect(await test.host.reap()).toBe(2);
    expect(await names()).toEqual(live);
    expect(await test.run({ code: "print('well')" })).toMatchObject({ stdout: 'well\n' });
    await settled();
  });

  it('the second pass removes a sandbox with an expired lease, so that its owner can still renew it', async () => {
    const { pool } = test.database;
    const owner = createLeaseStore({ pool, host: 'here', owner: 'another', ttlMs: 60_000 });
    await owner.open('sbx_late', 'python');
    await leaveBehind('sbx_late', false);
    const runOut = async (): Promise<unknown> =>
      pool.query("UPDATE sandbox_leases SET deadline = now() - interval '1 s' WHERE sandbox_id = 'sbx_late'");
    const reaper = new Reaper({
      docker: test.docker,
      leases: test.leases,
      installation: test.installation,
      isOurs: (id) => id !== 'sbx_late',
    });
    expect(await reaper.pass()).toBe(0);
    await runOut();
    expect(await reaper.pass()).toBe(0);
    await owner.renew(['sbx_late']);
    expect(await reaper.pass()).toBe(0);
    await runOut();
    expect(await reaper.pass()).toBe(0);
    expect(await reaper.pass()).toBe(1);
    expect(await names()).not.toContain('sbx_late');
    await reaper.pass();
    const { rows } = await test.database.pool.query(
      "SELECT * FROM sandbox_leases WHERE sandbox_id = 'sbx_late'",
    );
    expect(rows).toEqual([]);
  });

  it('a sandbox is kept while another host on the same container engine holds its lease', async () => {
    const { pool } = test.database;
    const other = createLeaseStore({ pool, host: 'other', owner: 'other-1', ttlMs: 60_000 });
    await other.open('sbx_elsewhere', 'python');
    await leaveBehind('sbx_elsewhere', true);
    expect(await test.host.reap()).toBe(0);
    expect(await names()).toContain('sbx_elsewhere');
    // The other host has disappeared without removing the sandbox.
    await pool.query(
      "UPDATE sandbox_leases SET deadline = now() - interval '1 s' WHERE sandbox_id = 'sbx_elsewhere'",
    );
    expect(await test.host.reap()).toBe(0);
    expect(await test.host.reap()).toBe(1);
    expect(await names()).not.toContain('sbx_elsewhere');
    expect(
      (await pool.query("SELECT * FROM sandbox_leases WHERE sandbox_id = 'sbx_elsewhere'")).rows,
    ).toEqual([]);
  });

  it('a pass ignores another installation on the same container engine and does nothing without the database', async () => {
    await leaveBehind('sbx_without_database', false);
    const failing = { ...test.leases, known: async () => Promise.reject(new Error('the database is away')) };
    const blind = new Reaper({
      docker: test.docker,
      leases: failing,
      installation: test.installation,
      isOurs: () => false,
    });
    await expect(blind.pass()).rejects.toThrow('away');
    const stranger = new Reaper({
      docker: test.docker,
      leases: test.leases,
      installation: 'another',
      isOurs: () => false,
    });
    expect(await stranger.pass()).toBe(0);
    expect(await names()).toContain('sbx_without_database');
    expect(await test.host.reap()).toBe(1);
  });

  it('the passes remove a killed process’s sandboxes, at whatever moment the process was killed', async () => {
    for (const delay of [0, 150, 700]) {
      const child = spawn(
        process.execPath,
        [OWNER, inject('dockerHost'), test.database.url, test.installation],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { PATH: process.env['PATH'] },
        },
      );
      const lines = createInterface({ input: child.stdout });
      await once(lines, 'line');
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expect
        .poll(
          async () => {
            await test.host.reap();
            return (await test.containers()).length;
          },
          { timeout: 30_000, interval: 500 },
        )
        .toBeLessThanOrEqual(1);
    }
    expect(await test.run({ code: "print('well')" })).toMatchObject({ stdout: 'well\n' });
  });
});
