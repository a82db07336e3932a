import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasRounded, mayBeRounded } from '../../../../src/governance/exact-number.ts';
import { builtInRuleSet, builtInVersions } from '../../../../src/governance/rule-sets/built-in/compiled.ts';
import type { Facts } from '../../../../src/governance/rule-sets/built-in/facts.ts';
import { supportFacts, voiceFacts } from '../../../../src/governance/rule-sets/built-in/facts.ts';
import { decideFacts } from '../../../../src/governance/rule-sets/verticals/decide.ts';
import { readIncident } from '../../../../src/governance/rules/it/incident.ts';
import { readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { readTicket } from '../../../../src/governance/rules/support/ticket.ts';
import { readCall } from '../../../../src/governance/rules/voice/call.ts';

const json = (text: string) => JSON.parse(text) as Readonly<Record<string, unknown>>;

it.each([
  ['{"amount": 1e30}', ['amount']],
  ['{"amount": 9223372036854775808}', ['amount']],
  ['{"amount": 0.30000000000000004}', ['amount']],
  ['{"amount": 70000.001000000000000001}', []],
  ['{"policy": 12345678901234567}', ['policy']],
  ['{"amount": 1e400}', ['amount']],
  ['{"amount": 9007199254740991, "aadhaar": 234123412346, "room_rent": 4500.5}', []],
  ['{"amount": "9223372036854775808", "policy": "12345678901234567"}', []],
  ['{"items": [{"net": 100}, {"unit": 1e30}]}', ['items']],
  ['{"items": [12345678901234567]}', ['items']],
  ['{"items": "[{\\"net\\": 70000.001000000000000001}]"}', ['items']],
  ['{"items": "[{\\"net\\": 12345678901234567890}]"}', ['items']],
  ['{"items": "[{\\"net\\": 100.25}]"}', []],
  ['{"items": "no list 12345678901234567890"}', []],
  ['{"score": 0.30000000000000004}', []],
])('of the claim %s, the members that may be rounded are %j', (text, rounded) => {
  expect(readClaim(json(text)).rounded).toEqual(rounded);
});

it('tickets, incidents and calls name such members, too', () => {
  const id = json('{"id": 12345678901234567}');
  expect([readTicket(id).rounded, readIncident(id).rounded, readCall(id).rounded]).toEqual([
    ['id'],
    ['id'],
    ['id'],
  ]);
});

it('a number that is given exactly never counts as rounded', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 3 }), (whole, places) => {
      const written = places === 0 ? String(whole) : (whole % 1e9).toFixed(places);
      expect([mayBeRounded(JSON.parse(written)), hasRounded(`[${written}]`)]).toEqual([false, false]);
    }),
  );
});

it.each(['9223372036854775807', '9007199254740993', '0.12345678901234567890', '1e400', '-1e-400'])(
  "JSON's reader rounds %s",
  (written) => {
    expect(hasRounded(`{"a": ["${written}", ${written}]}`)).toBe(true);
    expect(hasRounded(`{"a": ["${written}", 1]}`)).toBe(false);
  },
);

const callFacts: Facts = { ...voiceFacts(readCall({}), 'verified', 'own'), confirmed: true };
const facts: Readonly<Record<string, Facts>> = {
  'support-rules': supportFacts({
    intent: 'access_reset',
    panWellFormed: true,
    pan: 'match',
    email: 'match',
    accountGiven: true,
    account: 'locked',
    recentResets: 0,
    unreadable: [],
    rounded: [],
  }),
  'voice-rules': callFacts,
};

it.each(['support-rules', 'voice-rules'])(
  '%s hands a case with a rounded number to a person, and its former version decides as before',
  (id) => {
    const [newest, former] = builtInVersions(id);
    const given = { ...facts[id]!, rounded: ['id', 'policy'] };
    expect(decideFacts(newest!.compiled, facts[id]!).reasons).toEqual([]);
    expect(decideFacts(former!.compiled, given).reasons).toEqual([]);
    expect(decideFacts(newest!.compiled, given).reasons).toEqual([
      {
        code: expect.stringContaining('UNREADABLE') as string,
        detail: 'a number that may have been rounded, to be sent as text: id, policy',
      },
    ]);
  },
);

it.each([
  ['kyc-rules', '867219f4abfce656bd4d8acf5852fa9f8ba497dab9cc75fe340b660e540fbbc1'],
  ['it-rules', 'cfccc31c4382757ef3aca3ba118f84fa53f281912ee8c4b540184a08c6595076'],
  ['support-rules', 'ecb2b69e2a90696be1cbbc4a63ac252d347a926f66846306ba82c6884b1f0ea1'],
  ['voice-rules', '967aea3f0d73fa8cc956e5ce5575e3f0df37354b0b85c3816e24126573bc062c'],
])('%s@2 has the hash that runs have pinned', (id, sha256) => {
  expect(builtInRuleSet(id, sha256)?.compiled.set.version).toBe(2);
  expect(builtInRuleSet(id)?.compiled.set.version).toBe(3);
});
