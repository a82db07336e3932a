import { describe, expect, it } from 'vitest';
import { sandboxEnv } from '../../helpers/sandboxes.ts';
import { startService, type TestService, type TestServiceOptions } from '../../helpers/service.ts';

const LIMIT = { timeout: 240_000 };

/** Returns the sandbox state that /readyz reports, and the response to a code run. */
const look = async (service: TestService) => {
  const { dependencies } = (await (await fetch(`${service.url}/readyz`)).json()) as {
    dependencies: { sandboxes: { state: string; detail?: string } };
  };
  const response = await service.request('POST', '/v1/run', { code: '1' });
  const problem = (await response.json()) as { type: string; detail: string };
  return {
    state: dependencies.sandboxes.state,
    status: response.status,
    type: problem.type,
    detail: problem.detail,
    retryAfter: Number(response.headers.get('retry-after')),
  };
};

describe('Where code cannot run', () => {
  const away = { state: 'off', status: 503, type: 'urn:pramaan:problem:dependency-away', retryAfter: 30 };
  const cases: readonly (readonly [string, TestServiceOptions, RegExp])[] = [
    ['no worker', { worker: false }, /: No worker with a container engine is running\.$/],
    ['a worker without a container engine', {}, /: This worker has no container engine\. Set DOCKER_HOST/],
    [
      'a container engine that does not respond',
      { env: { DOCKER_HOST: 'unix:///tmp/no-such-engine.sock' } },
      /: (?:This host's container engine does not respond|The images could not be built)/,
    ],
  ];
  it.for(cases)(
    'the API immediately explains why code cannot run when there is %s',
    LIMIT,
    async ([, options, detail], { onTestFinished }) => {
      const service = await startService(options);
      onTestFinished(service.close);
      await expect.poll(() => look(service), { timeout: 30_000 }).toMatchObject(away);
      const answer = await look(service);
      expect(answer.detail).toMatch(/^Code cannot be run here: /);
      expect(answer.detail).toMatch(detail);
      expect(await service.database.db.selectFrom('case_vault').select('ref').execute()).toEqual([]);
    },
  );

  it(
    'the API immediately explains why code cannot run when images cannot be built',
    LIMIT,
    async ({ onTestFinished }) => {
      const service = await startService({ env: sandboxEnv({ SANDBOX_BASE_IMAGE: 'no-such-base:1' }) });
      onTestFinished(service.close);
      await expect.poll(() => look(service), { timeout: 120_000, interval: 500 }).toMatchObject(away);
      expect((await look(service)).detail).toMatch(/The images could not be built/);
    },
  );
});
