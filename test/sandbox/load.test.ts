import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../helpers/sandbox-host.ts';

// This test needs fewer runs, because test/runs/code/load.test.ts sends all 500 through the API.
const RUNS = 160;
const CONCURRENCY = 32;

/** Returns a program that leaves a secret everywhere it can, looks for other programs' secrets, and prints its own. */
const program = (secret: string): string => `
import os, sys
found = [name for name in os.listdir('/tmp')] + [key for key in os.environ if key.startswith('SECRET')]
open('/tmp/${secret}', 'w').write('${secret}')
os.environ['SECRET'] = '${secret}'
sys.secret = '${secret}'
print('${secret}')
print('${secret}', file=sys.stderr)
(found, '${secret}', open('/tmp/input').read(), sys.stdin.read())`;

const openFiles = (): number => readdirSync('/proc/self/fd').length;

describe('Sandboxes under load', () => {
  let test: TestHost;
  beforeAll(async () => {
    test = await openTestHost({ depth: { min: 2, max: 8 }, maxContainers: 16 });
    await vi.waitUntil(() => (test.host.stats().profiles[0]?.ready ?? 0) > 0, 60_000);
  }, FIRST_BUILD_MS);
  afterAll(async () => test.close());

  it(
    `the host completes ${RUNS} runs, ${CONCURRENCY} at a time, each with only its own secret`,
    { timeout: 600_000 },
    async () => {
      const before = openFiles();
      const sandboxes = new Set<string>();
      let next = 0;
      const client = async (team: number): Promise<void> => {
        while (next < RUNS) {
          next += 1;
          const secret = randomUUID();
          const { sandboxId, outcome } = await test.host.runOnce(
            { profile: 'python', teamId: `team_${team % 4}`, run: `run-${next}`, lifetimeMs: 60_000 },
            {
              language: 'python',
              code: program(secret),
              timeoutMs: 30_000,
              stdin: `${secret} typed`,
              files: [{ name: 'input', content: `${secret} given` }],
            },
          );
          expect(outcome).toMatchObject({
            stdout: `${secret}\n`,
            stderr: `${secret}\n`,
            exit_code: 0,
            result: [['input'], secret, `${secret} given`, `${secret} typed`],
            truncated: false,
          });
          expect(outcome.files.map(({ name }) => name)).toEqual([secret, 'input'].toSorted());
          sandboxes.add(sandboxId);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, (_, team) => client(team)));
      expect(sandboxes.size).toBe(RUNS);
      await test.host.close();
      expect(await test.containers()).toEqual([]);
      const { rows } = await test.database.pool.query('SELECT * FROM sandbox_leases');
      expect(rows).toEqual([]);
      // The container engine's client keeps connections for reuse and closes them a moment after their last use.
      for (let tries = 0; openFiles() > before + 4 && tries < 100; tries += 1) await sleep(100);
      expect(openFiles()).toBeLessThanOrEqual(before + 4);
    },
  );
});
