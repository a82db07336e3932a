import { describe, expect, it } from 'vitest';
import { parseRupees } from '../../../../src/governance/amounts.ts';
import { parseDay } from '../../../../src/governance/dates.ts';
import { kycFacts } from '../../../../src/governance/rule-sets/built-in/facts.ts';
import { KYC } from '../../../../src/governance/rule-sets/built-in/kyc.ts';
import { type Assessed, decideClaim } from '../../../../src/governance/rules/kyc/assess.ts';
import { billFault } from '../../../../src/governance/rules/kyc/bill.ts';
import { readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { checkIdentity } from '../../../../src/governance/rules/kyc/identity.ts';
import type { PolicyTerms } from '../../../../src/governance/rules/kyc/policy.ts';
import { compiled } from '../../../helpers/adjudication.ts';
import { assessClaim } from '../../../helpers/rules-in-code/kyc.ts';
import { decideFacts } from '../../../../src/governance/rule-sets/verticals/decide.ts';

const day = (text: string) => parseDay(text)!;
const rupees = (text: string) => parseRupees(text)!;

const asData = compiled(KYC);

const policy: PolicyTerms = {
  status: 'active',
  coverFrom: day('2026-01-01'),
  coverTo: day('2026-12-31'),
  since: day('2021-01-01'),
  sumInsured: rupees('500000'),
  used: 0n,
  roomRentLimit: undefined,
};

const given = {
  pan: 'ABCPK1234L',
  aadhaar: '2345 6789 1238',
  policy: 'P',
  amount: '20000',
  admission: '2026-11-04',
};

const assess = (changes: object, terms: Partial<PolicyTerms> = {}, today = '2026-11-27') => {
  const claim = readClaim({ ...given, ...changes });
  const facts: Assessed = {
    claim,
    identity: checkIdentity(claim),
    policy: { ...policy, ...terms },
    network: 'not_named',
    duplicate: undefined,
    today: day(today),
  };
  const assessed = assessClaim(facts);
  // The rules as data must decide every case of this file as the code does.
  expect(decideFacts(asData, kycFacts(facts)).reasons).toEqual(assessed.reasons);
  return { ...assessed, codes: assessed.reasons.map(({ code }) => code) };
};

describe('A claim at a rule’s boundary', () => {
  it.each([
    ['admission on the first day of cover', { admission: '2026-01-01' }, {}, []],
    ['admission on the day before cover', { admission: '2025-12-31' }, {}, ['ELIG-006']],
    ['admission on the last day of cover', { admission: '2026-11-27' }, { coverTo: day('2026-11-27') }, []],
    [
      'admission on the day after cover',
      { admission: '2026-11-27' },
      { coverTo: day('2026-11-26') },
      ['ELIG-005'],
    ],
    ['admission on the day of the claim', { admission: '2026-11-27' }, {}, []],
    ['admission on the day after the claim', { admission: '2026-11-28' }, {}, ['CODE-012']],
    ['discharge on the day of the claim', { discharge: '27/11/2026' }, {}, []],
    ['discharge on the day after the claim', { discharge: '28/11/2026' }, {}, ['CODE-012']],
    ['admission at midnight in India', { admission: '2026-11-26T18:30:00Z' }, {}, []],
    ['admission a day after that midnight', { admission: '2026-11-27T18:30:00Z' }, {}, ['CODE-012']],
    ['a company’s PAN', { pan: 'AAACK1234L' }, {}, ['KYC-PAN']],
    ['a Hindu undivided family’s PAN', { pan: 'AAAHK1234L' }, {}, ['KYC-PAN']],
    ['a PAN given as not applicable', { pan: 'N/A' }, {}, ['KYC-PAN']],
    ['cosmetic treatment named in words', { diagnosis: 'Cosmetic rhinoplasty' }, {}, ['EXCL-001']],
    ['cosmetic treatment given as a code', { diagnosis: 'Z41.1' }, {}, ['EXCL-001']],
    ['cosmetic treatment given as a code without a dot', { diagnosis: 'Z411' }, {}, ['EXCL-001']],
    ['an excluded treatment without a diagnosis', { treatment: 'LASIK, both eyes' }, {}, ['EXCL-001']],
    ['plastic surgery after an accident', { diagnosis: 'Plastic surgery of burns', accident: true }, {}, []],
    ['infertility', { diagnosis: 'N97.9 female infertility' }, {}, ['EXCL-001']],
    ['maternity', { diagnosis: 'O80 normal delivery' }, {}, ['EXCL-001']],
    ['ectopic pregnancy', { diagnosis: 'O00.1' }, {}, []],
    ['bariatric surgery', { diagnosis: 'Morbid obesity, sleeve gastrectomy' }, {}, ['EXCL-001']],
    ['alcohol dependence', { diagnosis: 'F10.2' }, {}, ['EXCL-001']],
    [
      'an excluded procedure beside a treatment',
      { treatment: 'Fluids', procedure: 'LASIK' },
      {},
      ['EXCL-001'],
    ],
    [
      'an excluded second diagnosis in a document',
      { claim_form: 'Final diagnosis: Dengue\nFinal diagnosis: Cosmetic rhinoplasty' },
      {},
      ['EXCL-001'],
    ],
    [
      'an excluded procedure in a document next to a diagnosis in the case',
      { diagnosis: 'Fever', discharge_summary: 'Procedure: Liposuction' },
      {},
      ['EXCL-001'],
    ],
    ['an exclusion after a denial of something else', { diagnosis: 'Fever: no; botox' }, {}, ['EXCL-001']],
    ['an exclusion written with escapes', { diagnosis: '&#67;osmetic surgery' }, {}, ['EXCL-001']],
    ['a diagnosis in a list', { diagnosis: ['Cosmetic surgery'] }, {}, ['CASE-UNREADABLE']],
    ['a diagnosis that is too long', { diagnosis: `botox ${'x'.repeat(2000)}` }, {}, ['CASE-UNREADABLE']],
    ['a hospital as an object', { hospital: { name: 'x' } }, {}, ['CASE-UNREADABLE']],
    ['a discharge as an object', { discharge: { date: '2026-11-01' } }, {}, ['CASE-UNREADABLE']],
    ['a room rent in a list', { room_rent: ['9999'] }, {}, ['CASE-UNREADABLE']],
    ['a network outside', { network: 'outside' }, {}, ['ELIG-007']],
    ['an amount with three digits after a dot', { amount: '70.000' }, {}, ['PRCE-001']],
    [
      'a cataract as treatment',
      { treatment: 'Cataract surgery' },
      { since: day('2025-11-04') },
      ['AUTH-011'],
    ],
    ['a denied exclusion', { diagnosis: 'Non-cosmetic septoplasty, no history of alcoholism' }, {}, []],
    [
      'admission 29 days after the start',
      { admission: '2026-10-14' },
      { since: day('2026-09-15') },
      ['AUTH-011'],
    ],
    ['admission 30 days after the start', { admission: '2026-10-15' }, { since: day('2026-09-15') }, []],
    [
      'admission on the day of the start',
      { admission: '2026-09-15' },
      { since: day('2026-09-15') },
      ['AUTH-011'],
    ],
    [
      'an accident 29 days after the start',
      { admission: '2026-10-14', accident: 'yes' },
      { since: day('2026-09-15') },
      [],
    ],
    [
      'cataract one day before 24 months',
      { diagnosis: 'Cataract, left eye' },
      { since: day('2024-11-05') },
      ['AUTH-011'],
    ],
    ['cataract at 24 months', { diagnosis: 'cataract' }, { since: day('2024-11-04') }, []],
    ['cataract given as a code', { diagnosis: 'H25.1' }, { since: day('2025-11-04') }, ['AUTH-011']],
    ['an amount equal to the remaining sum insured', { amount: '20000' }, { used: rupees('480000') }, []],
    [
      'an amount one paisa above the remaining sum',
      { amount: '20000.01' },
      { used: rupees('480000') },
      ['BENX-005'],
    ],
    ['an amount equal to the whole sum insured', { amount: '5 lakh' }, {}, []],
    ['room rent at the limit', { room_rent: '2000' }, { roomRentLimit: rupees('2000') }, []],
    [
      'room rent above the limit',
      { room_rent: '₹2,000.01' },
      { roomRentLimit: rupees('2000') },
      ['BENX-005'],
    ],
    ['room rent without a limit', { room_rent: '90000' }, {}, []],
    ['room rent in words', { room_rent: 'a lot' }, { roomRentLimit: rupees('2000') }, ['BENX-005']],
    ['discharge on the day of admission', { discharge: '2026-11-04' }, {}, []],
    ['discharge the day before', { discharge: '2026-11-03' }, {}, ['CODE-012']],
    ['discharge that is not a date', { discharge: 'soon' }, {}, ['CODE-012']],
    ['no admission', { admission: undefined }, {}, ['CODE-012']],
    ['an amount of zero', { amount: '0' }, {}, ['PRCE-001']],
    ['a negative amount', { amount: '-20000' }, {}, ['PRCE-001']],
    ['an amount in words', { amount: 'twenty' }, {}, ['PRCE-001']],
    [
      'both identifiers wrong',
      { pan: 'ABCXK1234L', aadhaar: '1345 6789 1238' },
      {},
      ['KYC-PAN', 'KYC-AADHAAR'],
    ],
    ['a lapsed policy', {}, { status: 'lapsed' }, ['ELIG-001']],
  ])('assessClaim gives the reason codes for %s', (_, changes, terms, codes) => {
    expect(assess(changes, terms).codes).toEqual(codes);
  });
});

describe('Risk points', () => {
  it.each([
    ['2500', 0],
    ['8333.33', 0],
    ['8333.34', 1],
    ['25000', 2],
    ['500000', 30],
    ['900000', 30],
    ['-5', 0],
  ])('an amount of %s out of 500000 scores %d', (amount, points) => {
    expect(assess({ amount }).risk.features['amount_ratio']).toBe(points);
  });

  it.each([
    ['50000', 5],
    ['49999', 0],
    ['40000', 0],
    ['55000', 0],
    ['60000', 5],
    ['60000.01', 0],
  ])('a round amount of %s scores %d', (amount, points) => {
    expect(assess({ amount }).risk.features['round_amount']).toBe(points);
  });

  it('a policy counts as new for 180 days before the day of the run', () => {
    const since = { since: day('2026-06-01') };
    expect(assess({}, since, '2026-11-27').risk.features['new_policy']).toBe(15);
    expect(assess({}, since, '2026-11-28').risk.features['new_policy']).toBe(0);
  });

  it('two failed identifiers count once, and the bands start at 30 and 60', () => {
    const both = assess({ pan: 'x', aadhaar: 'x', amount: '300000' });
    expect(both.risk).toMatchObject({ score: 30 + 18 + 5, band: 'medium' });
    expect(assess({ pan: 'x', amount: '500000' }).risk).toMatchObject({ score: 65, band: 'high' });
    expect(assess({ pan: 'x', amount: '1' }).risk).toMatchObject({ score: 30, band: 'medium' });
  });
});

it('a high risk band alone causes an escalation', () => {
  expect(decideClaim([], 'high')).toMatchObject({ decision: 'escalate', reasons: [{ code: 'RISK-HIGH' }] });
  expect(decideClaim([], 'medium')).toEqual({ decision: 'approve', reasons: [] });
});

describe('A bill’s items', () => {
  const amount = rupees('70000');
  it.each([
    ['no items', undefined],
    ['an empty list', []],
    ['units and quantities', [{ unit: 10000 }, { unit: 40000 }, { unit: 2000, quantity: 10 }]],
    ['quantities and prices as text', [{ unit: '₹50,000' }, { unit: 'Rs 2,000', qty: '10' }]],
    ['net amounts', [{ net: 50000 }, { net: '20,000/-' }]],
    ['a net amount of unit times quantity', [{ unit: 7000, quantity: 10, net: 70000 }]],
    ['half a day', [{ unit: 60000 }, { unit: 4000, quantity: 2.5 }]],
    ['a list as JSON text', '[{"unit": 70000}]'],
    ['bare amounts', ['50000', 20000]],
  ])('the items add up with %s', (_, items) => {
    expect(billFault(items, amount)).toBeUndefined();
  });

  it.each([
    ['a missing quantity', [{ unit: 10000 }, { unit: 40000 }, { unit: 2000 }]],
    ['a net amount without its quantity', [{ unit: 50000 }, { unit: 2000, net: 20000 }]],
    ['a price in words', [{ unit: 'free' }]],
    ['a quantity in words', [{ unit: 7000, quantity: 'ten' }]],
    ['a negative quantity', [{ unit: -7000, quantity: '-10' }]],
    ['a line without an amount', [{ name: 'bed' }]],
    ['lines that are not objects', [null, [], true]],
    ['text that is not a list', 'bed 70000'],
    ['an object', { unit: 70000 }],
    ['too many lines', Array.from({ length: 1001 }, () => ({ unit: 1 }))],
  ])('the items are faulty with %s', (_, items) => {
    expect(billFault(items, amount)).toEqual(expect.any(String));
  });
});
