import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_BUILD_MS, openTestHost, RUNTIMES, type TestHost } from '../helpers/sandbox-host.ts';
import { type Check, LIMIT_MS } from './cases/case.ts';
import { EXITS } from './cases/exits.ts';
import { ISOLATION } from './cases/isolation.ts';
import { LIMITS } from './cases/limits.ts';
import { RESULTS } from './cases/results.ts';
import { TEXT } from './cases/text.ts';

interface Case {
  readonly id: string;
  readonly language: 'python' | 'bash';
  readonly code: string;
}

const CASES = readFileSync(new URL('../corpora/sandbox.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const CHECKS: Readonly<Record<string, Check>> = { ...LIMITS, ...TEXT, ...EXITS, ...ISOLATION, ...RESULTS };

describe.each(RUNTIMES)('Cases from the field on %s', (runtime) => {
  let test: TestHost;
  beforeAll(async () => {
    test = await openTestHost({ runtime });
  }, FIRST_BUILD_MS);
  afterAll(async () => {
    await test.close();
    expect(await test.containers()).toEqual([]);
  });

  it.each(CASES)(
    'sandbox case $id ends as expected',
    { timeout: 120_000 },
    async ({ id, language, code }) => {
      const begun = performance.now();
      // Only the cases about limits should reach a time limit, even on a busy machine.
      const timeoutMs = id.startsWith('T') ? LIMIT_MS : 60_000;
      const outcome = await test.run({ language, code, timeoutMs });
      const check = CHECKS[id];
      if (check === undefined) throw new Error(`nothing is expected of ${id}`);
      await check(outcome, { code, runtime, run: test.run, tookMs: performance.now() - begun });
    },
  );
});
