import { celFunc, CelScalar, isCelError, listType, run, type CelInput } from '@bufbuild/cel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleSet } from '../../../../src/contract/rule-set.ts';
import { isUnknown, type Values } from '../../../../src/governance/rule-sets/expressions.ts';
import {
  itFacts,
  kycFacts,
  supportFacts,
  voiceFacts,
  type Facts,
} from '../../../../src/governance/rule-sets/built-in/facts.ts';
import { IT } from '../../../../src/governance/rule-sets/built-in/it.ts';
import { KYC } from '../../../../src/governance/rule-sets/built-in/kyc.ts';
import { SUPPORT } from '../../../../src/governance/rule-sets/built-in/support.ts';
import { VOICE } from '../../../../src/governance/rule-sets/built-in/voice.ts';
import type { CompiledRuleSet } from '../../../../src/governance/rule-sets/compile.ts';
import { evaluateTables, reasonsOf, sumsOf } from '../../../../src/governance/rule-sets/evaluate.ts';
import { FUNCTIONS } from '../../../../src/governance/rule-sets/functions.ts';
import { valuesFor } from '../../../../src/governance/rule-sets/values.ts';
import { decideIncident, fixReasons } from '../../../../src/governance/rules/it/decide.ts';
import { SIGNATURES } from '../../../../src/governance/rules/it/signatures.ts';
import { assessClaim, decideClaim, type Assessed } from '../../../../src/governance/rules/kyc/assess.ts';
import { readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { supportReasons } from '../../../../src/governance/rules/support/decide.ts';
import type { Reason } from '../../../../src/governance/rules/reason.ts';
import { readCall } from '../../../../src/governance/rules/voice/call.ts';
import {
  addressReasons,
  policyReasons,
  verificationReasons,
} from '../../../../src/governance/rules/voice/decide.ts';
import { compiled } from '../../../helpers/adjudication.ts';
import { runs } from '../../../helpers/runs.ts';

const nothing = readClaim({});

const fold = (facts: Facts, set: CompiledRuleSet) => {
  const evaluation = evaluateTables(set, valuesFor(set.set, facts));
  return { reasons: reasonsOf(evaluation), sums: sumsOf(evaluation) };
};

const names = fc.subarray(['pan', 'amount', 'policy']);
const day = fc.integer({ min: 20_000, max: 20_800 });
const paise = fc.oneof(
  fc.bigInt(-100n, 100n),
  fc.bigInt(1n, 100_000_000n),
  fc.constantFrom(5_000_000n, 4_999_999n, 6_000_000n, 99_999_999_999n, 100_000_000_000n),
);
const conditions = fc.subarray([
  'Dengue',
  'Cataract of the right eye',
  'H25.1',
  'Plastic surgery',
  'LASIK',
  'no history of alcoholism',
  'IVF',
  'C-section delivery; cosmetic',
]);

const claimArbitrary: fc.Arbitrary<Assessed> = fc
  .record({
    unreadable: names,
    number: fc.constantFrom('', 'HI-1'),
    amount: fc.option(paise, { nil: undefined }),
    admission: fc.option(day, { nil: undefined }),
    discharge: fc.option(day, { nil: undefined }),
    dischargeGiven: fc.boolean(),
    conditions,
    said: fc.constantFrom(undefined, true, false),
    accident: fc.boolean(),
    roomRent: fc.option(fc.oneof(paise, fc.constant(null)), { nil: undefined }),
    items: fc.constantFrom<unknown>(undefined, [{ net: '100' }], 'no list', ['x']),
    pan: fc.constantFrom('valid', 'missing', 'wrong_shape', 'wrong_holder_letter', 'not_a_person' as const),
    aadhaar: fc.constantFrom('valid', 'missing', 'wrong_shape', 'failed_checksum' as const),
    policy: fc.option(
      fc.record({
        status: fc.constantFrom('active', 'lapsed', 'cancelled'),
        coverFrom: day,
        coverTo: day,
        since: day,
        sumInsured: fc.bigInt(1n, 100_000_000n),
        used: fc.bigInt(0n, 100_000_000n),
        roomRentLimit: fc.option(fc.bigInt(0n, 1_000_000n), { nil: undefined }),
      }),
      { nil: undefined },
    ),
    network: fc.constantFrom('in', 'out', 'unlisted', 'not_named' as const),
    duplicate: fc.constantFrom(undefined, 'event', 'stay' as const),
    today: day,
  })
  .map(({ said, number, pan, aadhaar, policy, network, duplicate, today, ...claim }) => ({
    claim: { ...nothing, ...claim, policy: number, network: said },
    identity: { pan, aadhaar } as Assessed['identity'],
    policy,
    network: network as Assessed['network'],
    duplicate: duplicate as Assessed['duplicate'],
    today,
  }));

const causes = SIGNATURES.map(([cause]) => cause);
const incidentArbitrary = fc.record({
  hostOk: fc.boolean(),
  hostGiven: fc.boolean(),
  symptomGiven: fc.boolean(),
  severity: fc.constantFrom('P1', 'P2', 'P3', 'P4' as const) as fc.Arbitrary<'P1' | 'P2' | 'P3' | 'P4'>,
  cause: fc.constantFrom(null, ...causes),
  confidence: fc.constantFrom(0.5, 0.58, 0.59, 0.6, 0.8, 0.98),
  contradicted: fc.boolean(),
  triedBefore: fc.boolean(),
  unreadable: names,
});

const match = fc.constantFrom('match', 'differs', 'not_given', 'not_compared' as const) as fc.Arbitrary<
  'match' | 'differs' | 'not_given' | 'not_compared'
>;
const ticketArbitrary = fc.record({
  intent: fc.constantFrom(
    ...([
      'access_reset',
      'fraud_report',
      'change_of_details',
      'closure',
      'complaint',
      'money',
      'other',
      'none',
    ] as const),
  ),
  panWellFormed: fc.boolean(),
  pan: match,
  email: match,
  accountGiven: fc.boolean(),
  account: fc.constantFrom(...([null, 'active', 'locked', 'fraud_hold', 'closed'] as const)),
  recentResets: fc.nat(12),
  unreadable: names,
});

const callArbitrary = fc.record({
  verification: fc.constantFrom(
    ...([
      'verified',
      'phone_missing',
      'phone_unreadable',
      'unknown_caller',
      'code_missing',
      'code_wrong',
      'code_expired',
      'code_used',
      'too_many_tries',
    ] as const),
  ),
  match: fc.constantFrom(...(['own', 'not_given', 'unknown', 'not_the_callers'] as const)),
  call: fc
    .record({
      address: fc.constantFrom(
        '',
        'x',
        '12 Rose Lane, Pune, Maharashtra 411001',
        '12 Rose Lane, Pune, Maharashtra 110001',
        '12 Rose Lane, Pune',
      ),
      readback: fc.constantFrom(undefined, 'yes', 'no', '12 rose lane pune maharashtra 411001', ['x']),
      confirmed: fc.constantFrom(undefined, true, false, 'perhaps'),
    })
    .map(readCall),
});

const kyc = compiled(KYC);
const incident = compiled(IT);
const support = compiled(SUPPORT);
const voice = compiled(VOICE);

const check = <Given>(arbitrary: fc.Arbitrary<Given>, compare: (given: Given) => void) => {
  fc.assert(
    fc.property(arbitrary, (given) => {
      compare(given);
    }),
    runs(10_000),
  );
};

describe('A rule set as data decides as its code does', () => {
  it('for any claim, with the same reasons, risk points and decision', () => {
    check(claimArbitrary, (given) => {
      const { reasons, risk } = assessClaim(given);
      const facts = kycFacts(given);
      const data = fold(facts, kyc);
      expect(data.reasons).toEqual(reasons);
      for (const [name, points] of Object.entries(risk.features))
        expect([name, Number(data.sums[name] ?? 0n)]).toEqual([name, points]);
      const score = Object.values(data.sums).reduce((sum, points) => sum + points, 0n);
      const final =
        data.reasons.length > 0 ? data.reasons : fold({ ...facts, risk_score: score }, kyc).reasons;
      expect(final).toEqual(decideClaim(reasons, risk.band).reasons);
    });
  });

  it('for any incident', () => {
    check(incidentArbitrary, (given) => {
      const reasons = fixReasons(given);
      const data = fold(itFacts(given), incident).reasons;
      expect(data).toEqual(reasons);
      if (data.length === 0)
        expect(fold({ ...itFacts(given), recovered: false }, incident).reasons).toEqual(
          decideIncident(reasons, false).reasons,
        );
    });
  });

  it('for any ticket', () => {
    check(ticketArbitrary, (given) => {
      expect(fold(supportFacts(given), support).reasons).toEqual(supportReasons(given));
    });
  });

  it('for any call', () => {
    check(callArbitrary, ({ call, verification, match }) => {
      const reasons: readonly Reason[] = [
        ...verificationReasons(verification),
        ...policyReasons(match),
        ...addressReasons(call),
      ];
      expect(fold(voiceFacts(call, verification, match), voice).reasons).toEqual(reasons);
    });
  });

  it('and hands over a claim whose amount does not fit into 64 bits, where the code finds it above the sum insured', () => {
    const [given] = fc.sample(claimArbitrary, 1);
    const claim = { ...given!.claim, amount: 2n ** 63n, items: undefined };
    const { reasons } = fold(kycFacts({ ...given!, claim }), kyc);
    expect(reasons.map(({ code }) => code)).toContain('RULE-UNKNOWN');
  });
});

const TYPES = { int: CelScalar.INT, string: CelScalar.STRING, 'list<string>': listType(CelScalar.STRING) };

/** The functions of cells for the second engine. */
const funcs = Object.entries(FUNCTIONS).map(([signature, work]) => {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\): (.*)$/.exec(signature) ?? [];
  const types = args.split(', ').map((type) => TYPES[type as keyof typeof TYPES]);
  return celFunc(name, types, TYPES[result as keyof typeof TYPES], ((...given: unknown[]) =>
    (work as (...args: unknown[]) => unknown)(
      ...given.map((each) =>
        typeof each === 'object' && each !== null ? [...(each as Iterable<unknown>)] : each,
      ),
    )) as never);
});

const cellsOf = (set: RuleSet) =>
  set.tables.flatMap(({ rows }) =>
    rows.flatMap(({ when, then: { detail, value } }) => [
      ...when,
      ...[detail, value].filter((cell) => cell !== undefined),
    ]),
  );

const compare = (set: CompiledRuleSet, facts: Facts) => {
  const values: Values = valuesFor(set.set, facts);
  const own = new Map(
    set.tables.flatMap(({ rows }) =>
      rows.flatMap(({ row, when, detail, value }) => [
        ...when.map((cell, index) => [row.when[index]!, cell] as const),
        ...(detail === undefined ? [] : [[row.then.detail!, detail] as const]),
        ...(value === undefined ? [] : [[row.then.value!, value] as const]),
      ]),
    ),
  );
  for (const text of new Set(cellsOf(set.set))) {
    const answer = own.get(text)!(values);
    const other = run(text, values as Record<string, CelInput>, { funcs });
    expect([text, isUnknown(answer) ? 'unknown' : answer]).toEqual([
      text,
      isCelError(other) ? 'unknown' : other,
    ]);
  }
};

describe('Two engines', () => {
  it('give each cell of the rule sets the same value, and agree on which cells have none', () => {
    for (const given of fc.sample(claimArbitrary, 25)) compare(kyc, kycFacts(given));
    for (const given of fc.sample(incidentArbitrary, 25)) compare(incident, itFacts(given));
    for (const given of fc.sample(ticketArbitrary, 25)) compare(support, supportFacts(given));
    for (const { call, verification, match } of fc.sample(callArbitrary, 25))
      compare(voice, voiceFacts(call, verification, match));
  });
});
