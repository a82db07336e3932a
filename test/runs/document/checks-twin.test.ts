import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS_PROGRAM } from '../../../src/runs/document/sandbox-programs.ts';
import { CHECKED_TYPES, type Check, checkHolds } from '../../../src/governance/documents/checks.ts';
import { checkedValues } from '../../helpers/checked-values.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../../helpers/sandbox-host.ts';

let sandboxes: TestHost;
beforeAll(async () => {
  sandboxes = await openTestHost();
}, FIRST_BUILD_MS);
afterAll(async () => sandboxes.close());

const inSandbox = async (checks: readonly Check[]): Promise<string> => {
  const { result, stderr } = await sandboxes.run({
    code: CHECKS_PROGRAM,
    stdin: JSON.stringify(checks.map(({ type, value }) => [type, value])),
    timeoutMs: 60_000,
  });
  expect(stderr).toBe('');
  return result as string;
};

/** Rounds of 200,000 values each. `CHECK_ROUNDS=5` tries a million. */
const ROUNDS = Number(process.env['CHECK_ROUNDS'] ?? 1);

describe('The checks in the sandbox and in the service', () => {
  it('the two checks agree on generated values', { timeout: 300_000 }, async () => {
    const passed = { pan: 0, aadhaar: 0, gstin: 0, ifsc: 0 };
    const failed = { pan: 0, aadhaar: 0, gstin: 0, ifsc: 0 };
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const checks = checkedValues(seed, 200_000);
      const verdicts = await inSandbox(checks);
      const own = checks.map((check) => (checkHolds(check) ? '1' : '0')).join('');
      const apart = checks.filter((_, at) => own[at] !== verdicts[at]);
      expect(apart.slice(0, 5)).toEqual([]);
      expect(verdicts).toHaveLength(checks.length);
      checks.forEach(({ type }, at) => ((own[at] === '1' ? passed : failed)[type] += 1));
    }
    for (const type of CHECKED_TYPES) {
      expect(passed[type], `${type} values that pass`).toBeGreaterThan(10_000 * ROUNDS);
      expect(failed[type], `${type} values that fail`).toBeGreaterThan(10_000 * ROUNDS);
    }
  });

  it('the two checks agree on malformed values', async () => {
    const odd = [
      '',
      ' ',
      '0'.repeat(12),
      '9'.repeat(12),
      'A'.repeat(15),
      '\n',
      '1'.repeat(10_000),
      'ABCPE1234F\n',
    ];
    const checks = CHECKED_TYPES.flatMap((type) => odd.map((value) => ({ type, value })));
    expect(await inSandbox(checks)).toBe('0'.repeat(checks.length));
    expect(checks.some(checkHolds)).toBe(false);
  });
});
