import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type ContainerEngineGate, openContainerEngineGate } from '../helpers/container-engine-gate.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../helpers/sandbox-host.ts';

const started = (containers: readonly Docker.ContainerInfo[]): readonly Docker.ContainerInfo[] =>
  containers.filter(({ State }) => State !== 'created');

describe('While the container engine is unavailable', { timeout: 180_000 }, () => {
  let gate: ContainerEngineGate;
  let test: TestHost;
  beforeAll(async () => {
    const path = join(tmpdir(), `engine-${randomBytes(6).toString('hex')}.sock`);
    gate = await openContainerEngineGate(inject('dockerHost'), path);
    test = await openTestHost({ engine: gate.address, depth: { min: 2, max: 2 }, beatMs: 500 });
    await vi.waitUntil(() => test.host.stats().profiles[0]?.ready === 2, 120_000);
  }, FIRST_BUILD_MS);
  afterAll(async () => {
    await test.close();
    await gate.shut();
  });

  const wish = { profile: 'python', teamId: 'team_a', run: 'run-1', lifetimeMs: 60_000 } as const;
  const hello = { language: 'bash', code: 'echo hello', timeoutMs: 10_000 } as const;

  it('current jobs are lost, new ones are refused, no container is left over, and the host recovers afterwards', async () => {
    for (let round = 0; round < 3; round += 1) {
      const sandbox = await test.host.open(wish);
      const job = sandbox.run({ ...hello, code: 'sleep 60', timeoutMs: 60_000 });
      job.catch(() => undefined);
      await sleep(200 * round);
      await gate.shut();
      await expect(job).rejects.toMatchObject({ name: 'SandboxLostError' });
      await expect(test.host.open({ ...wish, waitMs: 5_000 })).rejects.toThrow(/sandboxes/u);
      // The containers end with their connection, and the container engine, which still runs behind the gate, has removed them.
      // A container that was created just as the gate shut has never been started, and nothing can remove it before the gate
      // opens.
      await expect.poll(async () => started(await test.containers()), { timeout: 60_000 }).toEqual([]);
      await gate.open();
      expect((await test.host.runOnce(wish, hello)).outcome.stdout).toBe('hello\n');
      await vi.waitUntil(() => test.host.stats().containers === 2, 60_000);
    }
    await vi.waitUntil(() => test.host.stats().profiles[0]?.ready === 2, 60_000);
    await expect.poll(test.containers, { timeout: 60_000 }).toHaveLength(2);
    await expect
      .poll(
        async () => {
          const { rows } = await test.database.pool.query('SELECT sandbox_id FROM sandbox_leases');
          return rows.length;
        },
        { timeout: 60_000 },
      )
      .toBe(2);
  });
});
