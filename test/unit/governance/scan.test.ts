import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindingType } from '../../../src/governance/identifiers/types.ts';
import { riskOf, scan } from '../../../src/governance/scan.ts';
import {
  breakCheck,
  grouped,
  makeAadhaar,
  makeCard,
  makeEmail,
  makeGstin,
  makePan,
  makePhone,
} from '../../helpers/identifiers.ts';

const aadhaar = makeAadhaar(1);
const spacedAadhaar = grouped(aadhaar, [4, 4, 4], ' ');
const pan = makePan(2);
const gstin = makeGstin(3);
const card = makeCard(4, 'visa');
const email = makeEmail(5);
const phone = makePhone(6);

/** Returns each finding as "type: text", cut out by its code points. */
const found = (text: string): string[] =>
  scan(text).findings.map(({ type, start, end }) => `${type}: ${[...text].slice(start, end).join('')}`);

describe('A scan result', () => {
  it('the scan counts, flags and masks the six types', () => {
    const text = `PAN ${pan}, Aadhaar ${spacedAadhaar}, GSTIN ${gstin}, card ${card}, mail ${email}, mobile ${phone}, mobile +91 ${phone}`;
    const result = scan(text);
    expect(result.flags).toEqual(['aadhaar', 'pan', 'gstin', 'card', 'email', 'phone']);
    expect(result.entities).toEqual({ aadhaar: 1, pan: 1, gstin: 1, card: 1, email: 1, phone: 2 });
    expect(result.risk).toBe('high');
    expect(result.masked).toContain(`Aadhaar XXXX XXXX ${aadhaar.slice(8)}`);
    expect(result.masked).toHaveLength(text.length);
    for (const raw of [pan, spacedAadhaar, gstin, card, email, phone])
      expect(result.masked).not.toContain(raw);
  });

  it('the scan leaves text without identifiers unchanged', () => {
    const text = 'Order 42 shipped on 2026-11-27, Rs. 84,500/- paid 🙏';
    expect(scan(text)).toEqual({ flags: [], risk: 'none', entities: {}, masked: text, findings: [] });
  });

  it('the scan masks other personal identifiers, counts them only in the risk and leaves public ones', () => {
    const text =
      'passport Z1234567, voter id ABC1234567, DL MH12 20110012345, car KA 01 AB 1234, a/c 123456789012, IFSC HDFC0001234';
    const result = scan(text);
    expect(result).toMatchObject({
      flags: [],
      risk: 'high',
      entities: {},
      masked:
        'passport ZXXXXX67, voter id AXXXXXXX67, DL MHXX XXXXXXXX345, car KA 01 AB 1234, a/c XXXXXXXX9012, IFSC HDFC0001234',
    });
    expect(result.findings.map(({ type }) => type)).toEqual([
      'passport',
      'voter_id',
      'driving_licence',
      'vehicle',
      'bank_account',
      'ifsc',
    ]);
  });

  it('the scan counts positions in code points, across emoji and combining marks', () => {
    expect(found(`👨‍👩‍👧 नमस्ते 🙏 é aadhaar ${spacedAadhaar} 🙏 pan ${pan}`)).toEqual([
      `aadhaar: ${spacedAadhaar}`,
      `pan: ${pan}`,
    ]);
  });
});

describe('A text’s risk', () => {
  it.each([
    [[], 'none'],
    [['email'], 'low'],
    [['email', 'phone'], 'low'],
    [['pan'], 'medium'],
    [['gstin', 'phone'], 'medium'],
    [['aadhaar'], 'high'],
    [['card'], 'high'],
    [['pan', 'email', 'phone'], 'high'],
    [['upi'], 'low'],
    [['passport'], 'medium'],
    [['bank_account', 'phone'], 'medium'],
    [['vid'], 'high'],
    [['voter_id', 'driving_licence', 'bank_account'], 'high'],
    [['ifsc', 'vehicle'], 'none'],
  ] as const)('the risk of %j is %s', (flags, risk) => {
    expect(riskOf(flags)).toBe(risk);
  });
});

describe('Overlapping findings', () => {
  it.each<[string, string, string[]]>([
    ['a GSTIN is not also a PAN', gstin, [`gstin: ${gstin}`]],
    [
      'a PAN printed beside its GSTIN counts',
      `${gstin} ${gstin.slice(2, 12)}`,
      [`gstin: ${gstin}`, `pan: ${gstin.slice(2, 12)}`],
    ],
    ['a card is not also an Aadhaar number', '4627 2951 3010 2222', ['card: 4627 2951 3010 2222']],
    [
      'a mobile number in an email address belongs to the address',
      `mail ${phone}@example.com`,
      [`email: ${phone}@example.com`],
    ],
    [
      'a plus makes twelve digits that pass Verhoeff a phone number',
      '+919056712758',
      ['phone: +919056712758'],
    ],
    ['an order number is ignored', `order no ${phone}`, []],
    ['an order number with a failed check is ignored', `order ${breakCheck(card)}`, []],
    [
      'a number under another label is ignored although it passes the check',
      `Tracking number ${aadhaar}`,
      [],
    ],
    ['no slice of a longer number counts', `${aadhaar}1 ${'7890 '.repeat(6)}`, []],
    ['a group of a UUID is ignored', `uuid 072b4fc6-4a1b-4c2d-9e3f-${aadhaar}`, []],
    ['a timestamp is ignored', '2026-11-27T10:15:30.123Z', []],
    ['an Aadhaar number before a year is found', `${spacedAadhaar} 1988`, [`aadhaar: ${spacedAadhaar}`]],
    [
      'a failed check counts under its own label',
      `Aadhaar: ${breakCheck(aadhaar)}`,
      [`aadhaar: ${breakCheck(aadhaar)}`],
    ],
    ['a VID is not an Aadhaar number', 'VID 9135 4567 8901 2343', ['vid: 9135 4567 8901 2343']],
  ])('the scan applies the rule: %s', (_rule, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('Spellings of identifiers', () => {
  it.each<[FindingType, string]>([
    ['aadhaar', '२३४५ ६७८९ १२३८'],
    ['aadhaar', '２３４５６７８９１２３８'],
    ['aadhaar', '2\u200b3\u200b4\u200b5\u200b 6\u200b789 1238'],
    ['aadhaar', '2345\u00a06789\u20131238'],
    ['aadhaar', '2345 6789\n1238'],
    ['aadhaar', '2345-\r\n6789-1238'],
    ['aadhaar', '2345&nbsp;6789&nbsp;1238'],
    ['aadhaar', '2 3 4 5 6 7 8 9 1 2 3 8'],
    ['pan', 'abcpe1234f'],
    ['pan', 'ABCPE 1234 F'],
    ['pan', 'A8CPE1234F'],
    ['gstin', '27 AAPFU0939F 1ZV'],
    ['gstin', '27aapfu0939f1zv'],
    ['gstin', '27AAPFUO939F12V'],
    ['card', '3782 822463 10005'],
    ['card', '4948.6594.5790.5867'],
    ['phone', '0091 98765 43210'],
    ['phone', '+91 (0) 98765 43210'],
    ['phone', '987-654-3210'],
    ['phone', '98 76 54 32 10'],
    ['phone', '080-22223333'],
    ['phone', '(080) 2222 3333'],
    ['phone', '+1 (415) 555-0132'],
    ['phone', '+44 20 7946 0958'],
    ['email', 'ravi%40example.com'],
    ['email', 'रमेश@उदाहरण.भारत'],
    ['upi', 'ravi@okaxis'],
  ])('the scan finds %s written as %s', (type, value) => {
    const label = {
      aadhaar: 'आधार',
      pan: 'PAN',
      gstin: 'GSTIN',
      card: 'card',
      phone: 'मोबाइल',
      email: 'ईमेल',
      upi: 'UPI',
    }[type as string];
    expect(found(`🙏 ${label}: ${value}`)).toEqual([`${type}: ${value}`]);
  });
});

const confidence = (text: string): number => scan(text).findings[0]?.confidence ?? 0;

describe('A finding’s confidence', () => {
  it('a label in English or Hindi raises the confidence', () => {
    expect(confidence(`Aadhaar ${aadhaar}`)).toBeGreaterThan(confidence(aadhaar));
    expect(confidence(`आधार ${aadhaar}`)).toBeGreaterThan(confidence(aadhaar));
    expect(confidence(`फोन ${phone}`)).toBeGreaterThan(confidence(phone));
  });

  it('confidence falls when the check fails or an identifier in lower case has no label', () => {
    expect(confidence(`Aadhaar ${breakCheck(aadhaar)}`)).toBeLessThan(confidence(`Aadhaar ${aadhaar}`));
    expect(confidence(pan.toLowerCase())).toBeLessThan(confidence(pan));
  });

  it('confidence lies between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) =>
        scan(`${text} ${phone}`).findings.every(
          (finding) => finding.confidence > 0 && finding.confidence <= 1,
        ),
      ),
    );
  });

  it('a run of x’s before a number does not hide it from the scan', () => {
    for (const signs of ['x'.repeat(3), 'x'.repeat(290), 'X'.repeat(20)]) {
      expect(scan(`${signs} 2345-6789-1238 `).entities).toEqual({ aadhaar: 1 });
    }
  });
});

describe('An Aadhaar number split by a line break', () => {
  it.each([
    ['after its second part', 'it was 2345 6789\n1238 then', 'it was XXXX XXXX\n1238 then'],
    ['after its first part', 'see 2345\r\n6789 1238.', 'see XXXX\r\nXXXX 1238.'],
    ['after a hyphen', 'given as 2345-6789-\n1238', 'given as XXXX-XXXX-\n1238'],
  ])('the scan finds a number broken %s', (_where, text, masked) => {
    expect(scan(text)).toMatchObject({ flags: ['aadhaar'], masked });
    expect(scan(masked).flags).toEqual([]);
  });

  it.each([
    ['a column of figures', '2345\n6789\n1238'],
    ['a table with a figure beside it', '2345 6789\n1238 4455'],
    ['a table that continues', '2345 6789\n1238\n4455'],
    ['a number with a failed check', 'it was 2345 6789\n1239 then'],
  ])('the scan finds no number in %s', (_what, text) => {
    expect(scan(text).flags).toEqual([]);
  });
});

describe('Words before a number that do not label it', () => {
  it.each([
    ['the customer who speaks', 'Agent: your Aadhaar?\nCust: 2345 6789 1238', ['aadhaar']],
    ['the customer, without a question', 'Customer: 2345 6789 1238', ['aadhaar']],
    ['a client with a mobile number', 'Client: 9876543210', ['phone']],
    ['the bank on a card', 'State Co-operative Bank\n4111 1111 1111 1111', ['card']],
    ['the bank before an Aadhaar number', 'Bank 2345 6789 1238', ['aadhaar']],
  ] as const)('the scan still finds the number: %s', (_what, text, flags) => {
    expect(scan(text).flags).toEqual(flags);
  });

  it.each([
    ['a customer number', 'Customer no: 9876543210'],
    ['a customer id', 'Customer ID 234567891238'],
    ['a client code', 'client code 9876543210'],
    ['bytes', 'mem 9876543210 bytes free'],
  ])('the scan ignores the number: %s', (_what, text) => {
    expect(scan(text).flags).toEqual([]);
  });

  it('the scan does not read a file extension as part of a phone number', () => {
    expect(scan('cat a.txt 6022140760').findings).toMatchObject([{ type: 'phone', confidence: 0.6 }]);
  });
});

describe('Neighbouring numbers', () => {
  it.each([
    [
      'the start of a code that follows it',
      `call 9144065610 ${makeGstin(1)}`,
      ['phone: 9144065610', `gstin: ${makeGstin(1)}`],
    ],
    [
      'a bracket that belongs to another number',
      '+91 (22) 2345 6789, (6963221743 ',
      ['phone: +91 (22) 2345 6789', 'phone: 6963221743'],
    ],
    ['a telephone number’s plus sign', 'aadhaar 2026 2026+4764 6552 5889 3964', []],
  ])('a number does not absorb %s', (_what, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});
