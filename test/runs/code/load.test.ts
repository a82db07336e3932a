import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import type { CodeRunBody } from '../../../src/contract/code-run.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import { containersOf, runCode } from '../../helpers/sandboxes.ts';
import type { TestService } from '../../helpers/service.ts';
import { bootService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 900_000 };

/** Number of code runs under load. `LOAD_RUNS=500` runs more than the whole suite has time for. */
const RUNS = Number(process.env['LOAD_RUNS'] ?? 96);

const ready = async (
  onTestFinished: TestContext['onTestFinished'],
  env: Readonly<Record<string, string>>,
): Promise<TestService> => {
  const service = await bootService(onTestFinished, { sandboxes: true, env });
  await runCode(service, { code: '1' });
  return service;
};

const postAs = async (service: TestService, key: string, body: object): Promise<Response> =>
  fetch(`${service.url}/v1/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Waits until nothing is in progress; returns the numbers of containers and open files. */
const settled = async (service: TestService): Promise<{ containers: number; files: number }> => {
  let before = '';
  for (let quiet = 0; quiet < 10;) {
    const containers = await containersOf(service);
    const now = containers.map(({ Id, State }) => `${Id} ${State}`).join();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    await sleep(100);
  }
  return { containers: before.split(',').length, files: readdirSync('/proc/self/fd').length };
};

describe('POST /v1/run under load', () => {
  it(
    'many runs, 32 at a time, all finish, see nothing of each other and leave nothing behind',
    LIMIT,
    async ({ onTestFinished }) => {
      const service = await ready(onTestFinished, { SANDBOX_MAX: '8', SANDBOX_WAIT_MS: '120000' });
      const before = await settled(service);
      const seen = new Set<string>();
      let next = 0;
      const client = async (): Promise<void> => {
        while (next < RUNS) {
          next += 1;
          const secret = randomBytes(16).toString('hex');
          const { stdout, result, sandbox_id } = await runCode(service, {
            code: `import os, sys, builtins
mark = [os.listdir('/tmp'), hasattr(builtins, 'mark'), 'mark' in sys.modules, os.environ.get('MARK')]
secret = sys.stdin.read()
builtins.mark = sys.modules['mark'] = os.environ['MARK'] = secret
open('/tmp/mark', 'w').write(secret)
print(secret)
mark`,
            stdin: secret,
          });
          expect(stdout).toBe(`${secret}\n`);
          expect(result).toEqual([[], false, false, null]);
          seen.add(sandbox_id);
        }
      };
      await Promise.all(Array.from({ length: 32 }, client));
      expect(seen.size).toBe(RUNS);
      const after = await settled(service);
      expect(after.containers).toBeLessThanOrEqual(8);
      // Allows for both ends of the connections that are kept for the next request, and of the sandboxes that are kept ready.
      expect(after.files).toBeLessThanOrEqual(before.files + 2 * 32 + 2 * 8);
      expect(await service.verify()).toMatchObject({ ok: true, checked: 3 * (RUNS + 1) });
      const leases = await service.database.db.selectFrom('sandbox_leases').select('sandbox_id').execute();
      expect(leases.length).toBe((await containersOf(service)).length);
    },
  );

  it(
    'a team with one run is served while another team floods the service',
    LIMIT,
    async ({ onTestFinished }) => {
      const service = await ready(onTestFinished, { SANDBOX_MAX: '12', SANDBOX_WAIT_MS: '120000' });
      const { db } = service.database;
      const quiet = await ensureTeam(db, { name: 'quiet' });
      const { key } = await issueKey(db, { teamId: quiet.id, name: 'quiet' });
      await settled(service);
      const begun = performance.now();
      const flood = Array.from({ length: 100 }, async () => {
        const response = await postAs(service, service.key, { code: "print('flood')" });
        const { type = 'answered' } = (await response.json()) as { type?: string };
        return type;
      });
      await sleep(1_000);
      const asked = performance.now();
      const response = await postAs(service, key, { code: "print('quiet')" });
      const waited = performance.now() - asked;
      const answered = await response.text();
      const ends = Map.groupBy(await Promise.all(flood), (type) => type);
      const whole = performance.now() - begun;
      expect((JSON.parse(answered) as CodeRunBody).stdout, answered).toBe('quiet\n');
      // A few runs may find their team's queue full; no run fails for any other reason.
      const busy = ends.get('urn:pramaan:problem:sandboxes-busy')?.length ?? 0;
      expect(busy + (ends.get('answered')?.length ?? 0), [...ends.keys()].join()).toBe(100);
      expect(busy).toBeLessThanOrEqual(4);
      expect(waited).toBeLessThan(whole / 4);
    },
  );

  it('the API returns 503 with Retry-After when it is busy', LIMIT, async ({ onTestFinished }) => {
    const service = await ready(onTestFinished, { SANDBOX_MAX: '1', SANDBOX_WAIT_MS: '2000' });
    await settled(service);
    const answers = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const begun = performance.now();
        const response = await service.request('POST', '/v1/run', { code: 'import time\ntime.sleep(1.5)' });
        const { type } = (await response.json()) as { type?: string };
        const retryAfter = Number(response.headers.get('retry-after'));
        return { status: response.status, type, retryAfter, ms: performance.now() - begun };
      }),
    );
    const busy = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(busy.length).toBeGreaterThanOrEqual(5);
    for (const { type, retryAfter, ms } of busy) {
      expect(type).toBe('urn:pramaan:problem:sandboxes-busy');
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      // This is far below the code's time limit, because a caller does not have to wait until there is room.
      expect(ms).toBeLessThan(20_000);
    }
    // A run that never got a sandbox has no row.
    const { rows } = {
      rows: await service.database.db.selectFrom('agent_actions').select('action').execute(),
    };
    const opened = rows.filter(({ action }) => action === 'sandbox.open').length;
    expect(opened).toBe(1 + answers.length - busy.length);
    expect(await service.verify()).toMatchObject({ ok: true });
  });
});
