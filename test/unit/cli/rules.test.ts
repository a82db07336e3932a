import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDraft, showRuleSet } from '../../../src/cli/rules.ts';
import { compareRules } from '../../../src/cli/rules-compare.ts';
import { tryClaims } from '../../../src/cli/rules-try.ts';
import type { RuleSet } from '../../../src/contract/rule-set.ts';
import { BUILT_IN } from '../../../src/governance/rule-sets/built-in/index.ts';
import { STANDARD_HEALTH } from '../../../src/governance/rule-sets/built-in/standard-health.ts';

let directory = '';
const fileOf = (name: string): string => join(directory, name);
const write = async (name: string, content: unknown): Promise<string> => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(fileOf(name), text);
  return fileOf(name);
};

const worked = async (): Promise<string> => {
  const corpus = await readFile('test/corpora/adjudication.jsonl', 'utf8');
  const cases = corpus
    .trim()
    .split('\n')
    .map((line) => JSON.stringify((JSON.parse(line) as { readonly case: object }).case));
  return write('claims.jsonl', `${cases.join('\n')}\n\n`);
};

/** The standard product with a co-payment of 10 % instead of 5 %. */
const LATER: RuleSet = {
  ...STANDARD_HEALTH,
  version: 2,
  terms: { ...STANDARD_HEALTH.terms!, copay: [{ percent: 10, clause: 'Co-payment' }] },
  tests: [{ name: 'none', given: {}, expect: {} }],
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rules-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

describe('pramaan rules', () => {
  it('prints every built-in rule set so that its own check accepts it', async () => {
    for (const { id, version } of BUILT_IN) {
      const file = await write(`${id}.json`, showRuleSet(id).text);
      expect(await checkDraft(file)).toMatchObject({ code: 0, json: { ok: true, id, version } });
    }
    expect(() => showRuleSet('unheard')).toThrow('There is no built-in rule set unheard.');
  });

  it('names every fault of a draft with its place', async () => {
    const file = await write('faulty.json', { ...STANDARD_HEALTH, version: 0, tests: [] });
    const { code, text } = await checkDraft(file);
    expect(code).toBe(1);
    expect(text).toMatch(/^version: .*\ntests: /);
  });

  it('adjudicates a file of claims', async () => {
    const { json } = await tryClaims(await write('a.json', STANDARD_HEALTH), await worked());
    expect((json as { claims: unknown[] }).claims[0]).toMatchObject({
      line: 1,
      outcome: 'approve_part',
      amount: { claimed: '29650.50', approved: '28167.97', patient_pays: '1482.53' },
      adjustments: [
        {
          line: null,
          stage: 'copay',
          code: 'COPAY',
          amount: '1482.53',
          formula: '5 % of 29650.50',
          clause: 'Co-payment',
        },
      ],
    });
  });

  it('compares two versions over a file of claims', async () => {
    const before = await write('a.json', STANDARD_HEALTH);
    const { json, text } = await compareRules(before, await write('b.json', LATER), await worked());
    expect(json).toMatchObject({
      claims: 16,
      matrix: { 'approve_part > approve_part': 15, 'refer > refer': 1 },
      approved: { before: '1336561.47', after: '1266216.13' },
      codes: { COPAY: { before: 15, after: 15 } },
    });
    expect((json as { differences: unknown[] }).differences[0]).toMatchObject({ line: 7, more: '-15000.00' });
    expect(text).toContain('16 claims; approved 1336561.47 before, 1266216.13 after.');
    expect((await compareRules(before, before, await worked())).text).toContain(
      'No claim is decided differently.',
    );
  });

  it.each([
    ['a rule set that is not JSON', '{', 'claim', 'cannot be read as JSON'],
    ['a rule set without terms', BUILT_IN[1], 'claim', 'has no terms of a product'],
    ['a rule set with faults', { id: 'x' }, 'claim', 'has faults'],
    ['a line that is not JSON', STANDARD_HEALTH, 'PAN ABCPK1234L', 'Line 1 is not a claim with a cover.'],
    ['a claim without a cover', STANDARD_HEALTH, '{"items": []}', 'Line 1 is not a claim with a cover.'],
  ])('refuses %s, and repeats none of its content', async (_, rules, claims, message) => {
    const run = tryClaims(await write('rules.json', rules), await write('lines.jsonl', claims));
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.not.toThrow('ABCPK1234L');
  });
});
