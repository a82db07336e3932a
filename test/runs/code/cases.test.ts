import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunJob, RunOutcome } from '../../../src/sandbox/index.ts';
import { codeRows, containersOf, runCode, sandboxEnv, untilSandboxesReady } from '../../helpers/sandboxes.ts';
import { startService, type TestService } from '../../helpers/service.ts';
import { type Check, LIMIT_MS } from '../../sandbox/cases/case.ts';
import { EXITS } from '../../sandbox/cases/exits.ts';
import { ISOLATION } from '../../sandbox/cases/isolation.ts';
import { LIMITS } from '../../sandbox/cases/limits.ts';
import { RESULTS } from '../../sandbox/cases/results.ts';
import { TEXT } from '../../sandbox/cases/text.ts';

interface Case {
  readonly id: string;
  readonly language: 'python' | 'bash';
  readonly code: string;
}

/** Cases that this endpoint cannot run: it returns no pictures, and limits.test.ts tests the API's own limits. */
const ELSEWHERE = /^(?:R08|R09|R10|R11|R23|S01|S06|S07)-/u;
const CASES = readFileSync(new URL('../../corpora/sandbox.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ id }) => !ELSEWHERE.test(id));
const CHECKS: Readonly<Record<string, Check>> = { ...LIMITS, ...TEXT, ...EXITS, ...ISOLATION, ...RESULTS };

describe.each(['runc', 'runsc'] as const)('Cases from the field through POST /v1/run on %s', (runtime) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: sandboxEnv({ SANDBOX_RUNTIME: runtime }) });
    await untilSandboxesReady(service);
  }, 900_000);
  afterAll(async () => {
    expect(await service.verify()).toMatchObject({ ok: true });
    await service.close();
    expect(await containersOf(service)).toEqual([]);
  });

  const run = async (job: Partial<RunJob> & { code: string }): Promise<RunOutcome & { ref: string }> => {
    const { ledger_ref: ref, ...outcome } = await runCode(service, {
      language: job.language ?? 'python',
      code: job.code,
      timeout_ms: job.timeoutMs ?? LIMIT_MS,
    });
    return { ...(outcome as unknown as RunOutcome), charts: [], ref };
  };

  // test/sandbox/cases.test.ts runs every case on both runtimes, and the path through the API is the same for all of them.
  it.each(CASES.filter((_, index) => index % (runtime === 'runc' ? 2 : 8) === 0))(
    'sandbox case $id ends as expected',
    { timeout: 120_000 },
    async ({ id, language, code }) => {
      const begun = performance.now();
      const { ref, ...outcome } = await run({ language, code });
      const check = CHECKS[id];
      if (check === undefined) throw new Error(`nothing is expected of ${id}`);
      await check(outcome, { runtime, code, run, tookMs: performance.now() - begun });
      const rows = await codeRows(service, ref);
      expect(rows.map(({ action }) => action).filter((action) => action !== 'egress.block')).toEqual([
        'sandbox.open',
        'sandbox.run',
        'sandbox.close',
      ]);
      const { stdout, code: shown } = rows[1]!.detail as { stdout: string; code: string };
      expect([...stdout].length).toBeLessThanOrEqual(300);
      expect([...shown].length).toBeLessThanOrEqual(300);
      expect(JSON.stringify(rows).isWellFormed()).toBe(true);
    },
  );
});
