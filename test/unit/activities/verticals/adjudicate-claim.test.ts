import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adjudicateClaim, hasLines } from '../../../../src/activities/verticals/kyc/adjudicate-claim.ts';
import { adjudicationFacts } from '../../../../src/activities/verticals/kyc/adjudication-facts.ts';
import type { CoverFacts } from '../../../../src/activities/verticals/kyc/cover-facts.ts';
import { readCover } from '../../../../src/governance/adjudication/read-cover.ts';
import { shownAdjudication } from '../../../../src/governance/adjudication/shown.ts';
import { parseDay } from '../../../../src/governance/dates.ts';
import { builtInRuleSet } from '../../../../src/governance/rule-sets/built-in/compiled.ts';
import { versionInForce } from '../../../../src/governance/rule-sets/in-force.ts';
import { knownInOpened } from '../../../../src/governance/known.ts';
import type { Case } from '../../../../src/governance/members.ts';
import { readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { adjudication } from '../../../helpers/adjudication.ts';
import { makeAadhaar, makePan } from '../../../helpers/identifiers.ts';

const { compiled, sha256 } = builtInRuleSet('standard-health')!;
const ruleSet = { id: 'standard-health', version: compiled.set.version, sha256, owner: 'service' } as const;

const coverOf = (cover: unknown, changes: Partial<CoverFacts> = {}): CoverFacts => {
  const { counters, ...rest } = readCover(cover)!;
  return {
    ...rest,
    ruleSet,
    counters: Object.entries(counters).map(([benefit, used]) => ({ benefit, member: '', used })),
    member: '',
    joined: undefined,
    year: '2026-01-01',
    members: 'none_on_file',
    hadBefore: false,
    similar: { split: false, same: false },
    unfit: [],
    ...changes,
  };
};

const slabs = { slabs: [{ since: '2020-01-01', sum_insured: '5 lakh' }] };
const stay = { admission: '2026-11-03', discharge: '2026-11-06' };

const adjudicated = (given: Case, cover = coverOf(slabs)) =>
  adjudicateClaim(
    { case: given, known: knownInOpened(given), now: new Date('2026-11-27T10:00:00Z') },
    readClaim(given),
    cover,
    cover.ruleSet === null ? undefined : compiled,
  );

const codesOf = (given: Case, cover?: CoverFacts): readonly string[] =>
  adjudicated({ ...stay, ...given }, cover).findings.map(({ code }) => code);

const worked = readFileSync('test/corpora/adjudication.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly title: string; readonly case: Case; readonly terms?: object })
  .filter(({ terms }) => terms === undefined);

describe('A claim of a run', () => {
  it.each(worked.map((each) => [each.title, each.case] as const))(
    'masking leaves every formula of a worked claim as it was: %s',
    (_, given) => {
      const plain = shownAdjudication(adjudication(given));
      const { shown } = adjudicated(given, coverOf(given['cover']));
      expect(shown.amount).toEqual(plain.amount);
      expect(shown.adjustments).toEqual(plain.adjustments);
      expect(shown.passed).toEqual(plain.passed);
    },
  );

  it.each([
    ['an amount of 1e30', { items: [{ head: 'room', amount: '1e30' }] }, ['BILL-LINE']],
    ['an amount of 2^63', { items: [{ head: 'room', amount: String(2n ** 63n) }] }, ['BILL-LINE']],
    [
      'a negative line',
      {
        items: [
          { head: 'room', amount: '-5' },
          { head: 'ot', amount: '9' },
        ],
      },
      ['BILL-AMOUNT'],
    ],
    [
      '5,000 lines',
      { items: Array.from({ length: 5_000 }, () => ({ head: 'ot', amount: '1' })) },
      ['BILL-LINES'],
    ],
    [
      'letters that look alike',
      { items: [{ head: 'pharmacy', text: 'glоves', amount: '5' }] },
      ['BILL-LETTERS'],
    ],
    ['items that are no list', { items: 'all of it' }, ['BILL-LINES']],
    ['a line that lies ahead', { items: [{ head: 'ot', amount: '5', date: '2026-12-02' }] }, ['CODE-012']],
    [
      'more than can be shown',
      { items: Array.from({ length: 20 }, () => ({ head: 'ot', amount: '999999999' })) },
      ['BILL-AMOUNT'],
    ],
    [
      'an input that cannot be read',
      { accident: 'perhaps', items: [{ head: 'ot', amount: '5' }] },
      ['CASE-UNREADABLE'],
    ],
  ])('%s refers the claim', (_, given, codes) => {
    expect(codesOf(given)).toEqual(codes);
    expect(adjudicated({ ...stay, ...given }).shown.outcome).toBe('refer');
  });

  it('a claim is referred if no rule set was in force, if its patient is not a member, and if a similar claim exists', () => {
    const items = [{ head: 'ot', amount: '5' }];
    const admission = parseDay('2020-11-03');
    const days = { admission, policy_start: undefined, run_day: undefined };
    expect(versionInForce([compiled.set], days)).toBeUndefined();
    expect(codesOf({ items }, coverOf(slabs, { ruleSet: null }))).toEqual(['RULE-NONE']);
    expect(codesOf({ items }, coverOf(slabs, { members: 'not_a_member' }))).toEqual(['ELIG-001']);
    const similar = { split: true, same: true, line: true, relapse: true };
    expect(codesOf({ items }, coverOf(slabs, { similar, unfit: ['a pregnancy'] }))).toEqual([
      'DUPL-SPLIT',
      'DUPL-SAME',
      'DUPL-LINE',
      'DUPL-RELAPSE',
      'CODE-ICD',
    ]);
  });

  it('lines that are missing leave the claim to the rules for whole claims', () => {
    for (const items of [undefined, null, '', [], '[]']) expect(hasLines({ items })).toBe(false);
    for (const items of [[{}], 'all', 5, {}]) expect(hasLines({ items })).toBe(true);
  });

  it('neither findings nor a row repeat an identifier, and the row of a thousand lines fits', () => {
    const secret = `${makePan(7, 'P')} ${makeAadhaar(7)}`;
    const items = Array.from({ length: 1_000 }, (_, nth) => ({
      head: 'room',
      text: secret,
      amount: `${nth + 9_000}`,
      days: 1,
    }));
    const { shown, findings } = adjudicated({
      ...stay,
      diagnosis: secret,
      cataract: true,
      eye: secret,
      items,
    });
    const facts = adjudicationFacts(shown);
    for (const part of secret.split(' ')) expect(JSON.stringify([facts, findings])).not.toContain(part);
    expect(facts['adjustments_found']).toBe(shown.adjustments.length);
    expect(shown.adjustments.length).toBeGreaterThan(900);
    expect(Buffer.byteLength(JSON.stringify({ facts, findings }))).toBeLessThan(40_000);
  });
});
