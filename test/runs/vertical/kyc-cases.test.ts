import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openOffice } from './walk.ts';

interface Example {
  readonly name: string;
  readonly case: Readonly<Record<string, unknown>>;
  readonly today: string;
  readonly expected: {
    readonly decision: string;
    readonly reasons: readonly string[];
    readonly risk?: { readonly score: number; readonly band: string; readonly features: object };
  };
}

const examples = readFileSync(new URL('kyc-cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Example);

it('the kyc rules decide the published cases with the published results, in order and on fresh demo records', async () => {
  const office = await openOffice();
  for (const { name, case: given, today, expected } of examples) {
    const { run, codes } = await office.work('kyc', given, { at: today });
    expect({ decision: run.decision, reasons: codes }, name).toEqual({
      decision: expected.decision,
      reasons: expected.reasons,
    });
    if (expected.risk !== undefined)
      expect(run.risk, name).toEqual({ ...expected.risk, rules: 'kyc-rules@3' });
  }
});
