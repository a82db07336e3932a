import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatRupees } from '../../../../src/governance/amounts.ts';
import type { Case } from '../../../../src/governance/members.ts';
import { checkRuleSet } from '../../../../src/governance/rule-sets/check.ts';
import { isCompiled } from '../../../../src/governance/rule-sets/compile.ts';
import { adjudicated } from '../../../helpers/adjudication.ts';

const examplesIn = (page: string): readonly unknown[] =>
  [...readFileSync(`docs/${page}`, 'utf8').matchAll(/```json\n(.*?)```/gs)].map(
    ([, json]) => JSON.parse(json!) as unknown,
  );

it('the example in docs/rule-sets.md has no faults', () => {
  const [example] = examplesIn('rule-sets.md');
  const checked = checkRuleSet(example);
  expect(isCompiled(checked) ? [] : checked).toEqual([]);
});

it('the claim in docs/adjudication.md can be adjudicated', () => {
  const [example] = examplesIn('adjudication.md');
  const { outcome, amount, findings } = adjudicated(example as Case);
  expect([outcome, formatRupees(amount.claimed), findings]).toEqual(['approve_part', '97500.00', []]);
});
