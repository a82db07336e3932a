import { describe, expect, it } from 'vitest';
import { flagOf, readMember, textOf, unreadableIn } from '../../../../src/governance/members.ts';
import { IT } from '../../../../src/governance/rule-sets/built-in/it.ts';
import { SUPPORT } from '../../../../src/governance/rule-sets/built-in/support.ts';
import { VOICE } from '../../../../src/governance/rule-sets/built-in/voice.ts';
import { fixReasonsUnder } from '../../../../src/governance/rule-sets/verticals/it.ts';
import { supportReasonsUnder } from '../../../../src/governance/rule-sets/verticals/support.ts';
import { addressReasonsUnder } from '../../../../src/governance/rule-sets/verticals/voice.ts';
import { readIncident } from '../../../../src/governance/rules/it/incident.ts';
import { readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { readTicket } from '../../../../src/governance/rules/support/ticket.ts';
import { readCall } from '../../../../src/governance/rules/voice/call.ts';
import { compiled } from '../../../helpers/adjudication.ts';

const IT_RULES = compiled(IT);
const SUPPORT_RULES = compiled(SUPPORT);
const VOICE_RULES = compiled(VOICE);

const LONG = 'x'.repeat(2_001);
/** Values that are present but are not readable text. */
const NO_TEXT = [['Cosmetic surgery'], { name: 'x' }, LONG, []];

describe('A field that was given', () => {
  it('a field is absent if it is null or blank, and unreadable if it has no text or too much', () => {
    for (const a of [undefined, null, '', ' ', '\0', '\u200b'])
      expect(readMember({ a }, 'a')).toEqual({ state: 'absent' });
    for (const a of [...NO_TEXT, true]) expect(readMember({ a }, 'a')).toEqual({ state: 'unreadable' });
    expect(readMember({ a: ' x ' }, 'a')).toEqual({ state: 'value', written: 'x' });
    expect(readMember({ a: 7 }, 'a')).toEqual({ state: 'value', written: '7' });
  });

  it('a field is reported if it cannot be read, even if it can be read under another name', () => {
    const uses = { a: 'text', b: 'text', c: 'flag', d: 'answer' } as const;
    expect(unreadableIn({ a: ['x'], b: 'x', c: 'perhaps', d: true }, uses)).toEqual(['a', 'c']);
    expect(unreadableIn({ a: 1, c: 'yes', d: 'the address' }, uses)).toEqual([]);
  });

  it('a flag counts as no if two of its members disagree', () => {
    expect(flagOf({ a: true, b: 'no' }, 'a', 'b')).toBe(false);
    expect(flagOf({ a: 'perhaps', b: 'yes' }, 'a', 'b')).toBe(true);
  });

  it('a field’s escapes are not decoded', () => {
    expect(textOf({ a: 'x%41&amp;😀' }, 'a')).toBe('x%41&amp;😀');
  });
});

describe('A claim', () => {
  it.each([
    'id',
    'pan',
    'aadhaar',
    'policy',
    'amount',
    'admission',
    'discharge',
    'diagnosis',
    'treatment',
    'procedure',
    'hospital',
    'room_rent',
    'network',
    'accident',
    'claim_form',
  ])('an unreadable %s causes a finding', (name) => {
    for (const value of NO_TEXT.filter((each) => name !== 'claim_form' || each !== LONG))
      expect(readClaim({ [name]: value }).unreadable, JSON.stringify(value).slice(0, 30)).toEqual([name]);
    for (const value of ['', null, 'N/A', undefined])
      expect(readClaim({ [name]: value }).unreadable, String(value)).toEqual([]);
  });

  it('a document line that is too long to be read causes a finding', () => {
    expect(readClaim({ claim_form: `Diagnosis: ${LONG}` }).unreadable).toEqual(['diagnosis of a document']);
    expect(readClaim({ claim_form: 'x\n'.repeat(100_001) }).unreadable).toEqual(['claim_form']);
  });

  it.each([
    ['outside', false],
    ['out of network', false],
    ['In-network', true],
    ['no', false],
    [1, true],
  ])('a network of "%s" is read as %s', (network, flag) => {
    expect(readClaim({ network })).toMatchObject({ network: flag, unreadable: [] });
  });
});

const ticketCodes = (given: object) => {
  const { intent, unreadable } = readTicket({ issue: 'locked out', ...given });
  return supportReasonsUnder(SUPPORT_RULES, {
    intent,
    unreadable,
    rounded: [],
    panWellFormed: true,
    pan: 'match',
    email: 'not_given',
    accountGiven: true,
    account: 'locked',
    recentResets: 0,
  }).map(({ code }) => code);
};

describe('A ticket', () => {
  it.each(['id', 'customer', 'email', 'account', 'pan', 'description'])(
    'an unreadable %s causes a finding',
    (name) => {
      expect(ticketCodes({ [name]: ['evil@x.example'] })).toEqual(['SUP-UNREADABLE']);
      expect(ticketCodes({ [name]: null })).toEqual([]);
    },
  );

  it('a ticket is read in full, however long its issue is and whichever field contains it', () => {
    const long = 'I am locked out. '.repeat(200);
    expect(ticketCodes({ issue: long })).toEqual([]);
    expect(ticketCodes({ issue: `${long} Somebody has taken over my account.` })).toEqual(['SUP-INTENT']);
    expect(ticketCodes({ description: 'someone hacked my account' })).toEqual(['SUP-INTENT']);
    expect(ticketCodes({ issue: 'x'.repeat(64_001) })).toContain('SUP-UNREADABLE');
  });
});

describe('A call', () => {
  const call = { address: '5 Hill Street, Mysuru 570001', confirmed: 'yes' };
  const codesOf = (given: object) =>
    addressReasonsUnder(VOICE_RULES, readCall({ ...call, ...given }), {
      verification: 'verified',
      match: 'own',
      before: [],
      isElsewhere: false,
    }).map(({ code }) => code);

  it('an unreadable statement about the address causes a finding', () => {
    expect(codesOf({})).toEqual([]);
    expect(codesOf({ address: { line1: 'x' } })).toEqual(['VOX-UNREADABLE']);
    expect(codesOf({ new_address: ['x'] })).toEqual(['VOX-UNREADABLE']);
    expect(codesOf({ readback: ['another address'] })).toEqual(['VOX-UNREADABLE']);
    expect(codesOf({ read_back: LONG })).toEqual(['VOX-UNREADABLE']);
    expect(codesOf({ confirmed: {} })).toEqual(['VOX-UNREADABLE', 'VOX-READBACK']);
    expect(codesOf({ confirmed: undefined, readback: 'yes', confirmation: 'perhaps' })).toEqual([
      'VOX-READBACK',
    ]);
  });

  it('an address over the maximum length causes a finding, however long it is', () => {
    for (const length of [301, 2_100, 100_000])
      expect(codesOf({ address: `5 Hill Street, 570001 ${'x'.repeat(length)}` })).toEqual(['VOX-ADDRESS']);
  });

  it('a read-back with different vowel signs is a different address', () => {
    const address = '12 काली बारी, पुणे 411001';
    expect(codesOf({ address, readback: '12 कोला बेरो, पीणा 411001' })).toEqual(['VOX-READBACK']);
    expect(codesOf({ address, readback: '१२ काली बारी पुणे ४११००१' })).toEqual([]);
  });
});

const incidentCodes = (given: object) =>
  fixReasonsUnder(IT_RULES, {
    ...readIncident({ host: 'web-1', symptom: 'no space left on device', ...given }),
    hostOk: true,
    cause: 'disk_full',
    confidence: 0.8,
    contradicted: false,
    triedBefore: false,
  }).map(({ code }) => code);

describe('An incident', () => {
  it('an unreadable host, severity or number causes a finding', () => {
    expect(incidentCodes({})).toEqual([]);
    for (const name of ['id', 'host', 'hostname', 'severity', 'priority'])
      expect(incidentCodes({ [name]: ['x'] }), name).toEqual(['IT-UNREADABLE']);
    expect(incidentCodes({ severity: 'purple' })).toEqual(['IT-UNREADABLE']);
  });

  it.each([
    ['P0', 'P1'],
    ['SEV-0', 'P1'],
    ['P1 - Critical', 'P1'],
    ['Critical (P2)', 'P1'],
    ['3 / medium', 'P3'],
    ['P2: payments', 'P2'],
  ])('a severity of "%s" is %s', (severity, stated) => {
    expect(readIncident({ severity })).toMatchObject({ severity: stated, unreadable: [] });
  });

  it('the higher of two severities counts', () => {
    expect(readIncident({ severity: 'low', priority: 'P1' }).severity).toBe('P1');
  });
});
