import { celFunc, CelScalar, isCelError, listType, run } from '@bufbuild/cel';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleSet } from '../../../../src/contract/rule-set.ts';
import { parseRupees } from '../../../../src/governance/amounts.ts';
import { parseDay } from '../../../../src/governance/dates.ts';
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
import { FUNCTIONS } from '../../../../src/governance/rule-sets/functions.ts';
import { valuesFor } from '../../../../src/governance/rule-sets/values.ts';
import { assessClaimUnder } from '../../../../src/governance/rule-sets/verticals/kyc.ts';
import { decideIncidentUnder, fixReasonsUnder } from '../../../../src/governance/rule-sets/verticals/it.ts';
import { supportReasonsUnder } from '../../../../src/governance/rule-sets/verticals/support.ts';
import {
  addressReasonsUnder,
  policyReasonsUnder,
  verificationReasonsUnder,
} from '../../../../src/governance/rule-sets/verticals/voice.ts';
import { decideIncident } from '../../../../src/governance/rules/it/decide.ts';
import { SIGNATURES } from '../../../../src/governance/rules/it/signatures.ts';
import { decideClaim, type Assessed } from '../../../../src/governance/rules/kyc/assess.ts';
import { claimNumber, eventOf, readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { checkIdentity } from '../../../../src/governance/rules/kyc/identity.ts';
import { readCall } from '../../../../src/governance/rules/voice/call.ts';
import { policyReasons, verificationReasons } from '../../../../src/governance/rules/voice/decide.ts';
import { compiled } from '../../../helpers/adjudication.ts';
import { fixReasons } from '../../../helpers/rules-in-code/it.ts';
import { assessClaim, KYC_RULES } from '../../../helpers/rules-in-code/kyc.ts';
import { supportReasons } from '../../../helpers/rules-in-code/support.ts';
import { addressReasons } from '../../../helpers/rules-in-code/voice.ts';
import { runs } from '../../../helpers/runs.ts';

const nothing = readClaim({});

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
    rounded: fc.constant([]),
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
    adjudication: fc.option(fc.subarray(['DUPL-SAME', 'AMNT-001', 'ELIG-001', 'CASE-UNREADABLE'] as const), {
      nil: undefined,
    }),
  })
  .map(({ said, number, pan, aadhaar, policy, network, duplicate, today, adjudication, ...claim }) => ({
    claim: { ...nothing, ...claim, policy: number, network: said },
    identity: { pan, aadhaar } as Assessed['identity'],
    policy,
    network,
    duplicate,
    today,
    adjudication: adjudication?.map((code) => ({ code, detail: 'of the bill' })),
  }));

const causes = SIGNATURES.map(([cause]) => cause);
const incidentArbitrary = fc.record({
  hostOk: fc.boolean(),
  hostGiven: fc.boolean(),
  symptomGiven: fc.boolean(),
  severity: fc.constantFrom(...(['P1', 'P2', 'P3', 'P4'] as const)),
  cause: fc.constantFrom(null, ...causes),
  confidence: fc.constantFrom(0.5, 0.58, 0.59, 0.6, 0.8, 0.98),
  contradicted: fc.boolean(),
  triedBefore: fc.boolean(),
  unreadable: names,
  rounded: fc.constant([]),
});

const match = fc.constantFrom(...(['match', 'differs', 'not_given', 'not_compared'] as const));
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
  rounded: fc.constant([]),
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
  isElsewhere: fc.boolean(),
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
      const data = assessClaimUnder(kyc, KYC_RULES, given);
      expect({ reasons: data.reasons, risk: data.risk }).toEqual({ reasons, risk });
      expect(data.reasons.length > 0 ? data.reasons : data.riskReasons).toEqual(
        decideClaim(reasons, risk.band).reasons,
      );
    });
  });

  it('for any incident', () => {
    check(incidentArbitrary, (given) => {
      const reasons = fixReasons(given);
      expect(fixReasonsUnder(incident, given)).toEqual(reasons);
      for (const recovered of [true, false])
        expect(decideIncidentUnder(incident, given, reasons, recovered)).toEqual(
          decideIncident(reasons, recovered),
        );
    });
  });

  it('for any ticket', () => {
    check(ticketArbitrary, (given) => {
      expect(supportReasonsUnder(support, given)).toEqual(supportReasons(given));
    });
  });

  it('for any call, at each of its steps', () => {
    check(callArbitrary, ({ call, verification, match, isElsewhere }) => {
      const verified = verificationReasonsUnder(voice, verification);
      expect(verified).toEqual(verificationReasons(verification));
      const policy = policyReasonsUnder(voice, match);
      expect(policy).toEqual(policyReasons(match));
      const before = [...verified, ...policy];
      expect(addressReasonsUnder(voice, call, { verification, match, before, isElsewhere })).toEqual(
        addressReasons(call, isElsewhere),
      );
    });
  });

  it('for a claim whose amount does not fit into 64 bits', () => {
    for (const given of fc.sample(claimArbitrary, 100))
      for (const amount of [2n ** 63n, 10n ** 30n, 10n ** 30n + 1n, -(10n ** 30n)]) {
        const huge = { ...given, claim: { ...given.claim, amount, items: undefined } };
        const { reasons, risk } = assessClaim(huge);
        const data = assessClaimUnder(kyc, KYC_RULES, huge);
        expect({ reasons: data.reasons, risk: data.risk }).toEqual({ reasons, risk });
      }
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
    const other = run(text, values, { funcs });
    expect([text, isUnknown(answer) ? 'unknown' : answer]).toEqual([
      text,
      isCelError(other) ? 'unknown' : other,
    ]);
  }
};

const TERMS: Readonly<Record<string, Partial<PolicyTerms>>> = {
  'HI-1001': { since: '2021-01-01' },
  'HI-1002': {
    status: 'lapsed',
    coverFrom: '2025-01-01',
    coverTo: '2025-12-31',
    sumInsured: '300000',
    since: '2023-01-01',
  },
  'HI-1003': { sumInsured: '300000', used: '280000', since: '2022-01-01' },
  'HI-1004': { coverFrom: '2026-09-15', coverTo: '2027-09-14', since: '2026-09-15' },
  'HI-1005': { sumInsured: '200000', since: '2025-06-01', roomRentLimit: '2000' },
};

interface PolicyTerms {
  readonly status: string;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly since: string;
  readonly sumInsured: string;
  readonly used: string;
  readonly roomRentLimit: string;
}

const dayIn = (text: string) => parseDay(text)!;

const termsOf = (number: string): Assessed['policy'] => {
  const terms = TERMS[number];
  if (terms === undefined) return undefined;
  return {
    status: terms.status ?? 'active',
    coverFrom: dayIn(terms.coverFrom ?? '2026-01-01'),
    coverTo: dayIn(terms.coverTo ?? '2026-12-31'),
    since: dayIn(terms.since!),
    sumInsured: parseRupees(terms.sumInsured ?? '500000')!,
    used: parseRupees(terms.used ?? '0')!,
    roomRentLimit: parseRupees(terms.roomRentLimit),
  };
};

interface Stored {
  readonly name: string;
  readonly case: Readonly<Record<string, unknown>>;
  readonly today: string;
  readonly expected: { readonly decision: string; readonly reasons: readonly string[] };
}

describe('The stored cases', () => {
  const stored = readFileSync('test/runs/vertical/kyc-cases.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Stored);

  it('have their published decision under the rules as data', () => {
    const filed = new Map<string, string>();
    for (const { name, case: given, today, expected } of stored) {
      const claim = readClaim(given);
      const event = eventOf(claim) ?? name;
      const number = claimNumber(given);
      const earlier = filed.get(event) ?? number;
      filed.set(event, earlier);
      const { reasons: found, riskReasons } = assessClaimUnder(kyc, KYC_RULES, {
        claim,
        identity: checkIdentity(claim),
        policy: termsOf(claim.policy),
        network:
          claim.hospital === '' ? 'not_named' : claim.hospital === 'Hilltop Nursing Home' ? 'out' : 'in',
        duplicate: earlier === number ? undefined : 'event',
        today: parseDay(today)!,
      });
      const reasons = found.length > 0 ? found : riskReasons;
      expect([name, reasons.length === 0 ? 'approve' : 'escalate', reasons.map(({ code }) => code)]).toEqual([
        name,
        expected.decision,
        expected.reasons,
      ]);
    }
  });
});

describe('Two engines', () => {
  it('give each cell of the rule sets the same value, and agree on which cells have none', () => {
    for (const given of fc.sample(claimArbitrary, 25)) compare(kyc, kycFacts(given));
    for (const given of fc.sample(incidentArbitrary, 25)) compare(incident, itFacts(given));
    for (const given of fc.sample(ticketArbitrary, 25)) compare(support, supportFacts(given));
    for (const { call, verification, match } of fc.sample(callArbitrary, 25))
      compare(voice, voiceFacts(call, verification, match));
  });
});
