import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagOf, textOf, textsIn } from '../../../../src/governance/members.ts';
import { nameKey } from '../../../../src/governance/text/plain.ts';
import { recordable } from '../../../../src/governance/recordable.ts';
import { intentOf } from '../../../../src/governance/rules/support/intent.ts';
import { checkPin } from '../../../../src/governance/rules/voice/address.ts';
import { readCall } from '../../../../src/governance/rules/voice/call.ts';
import { readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { documentMembers } from '../../../../src/governance/rules/kyc/documents.ts';
import { readTicket } from '../../../../src/governance/rules/support/ticket.ts';

it('reading a case never throws, whatever its shape', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (given, value) => {
      for (const name of ['pan', 'phone', 'items', 'claim_form', 'issue', 'confirmed', 'amount'])
        for (const odd of [given, { ...given, [name]: value }]) {
          readClaim(odd);
          readCall(odd);
          readTicket(odd);
        }
    }),
  );
});

describe('A field of a case', () => {
  it('a field is trimmed text or a number in ASCII digits, and anything else counts as missing', () => {
    expect(textOf({ a: ' x ' }, 'a')).toBe('x');
    expect(textOf({ a: 12 }, 'a')).toBe('12');
    expect(textOf({ a: '१२' }, 'a')).toBe('12');
    expect(textOf({ a: '', b: 'y' }, 'a', 'b')).toBe('y');
    for (const a of [null, {}, [], true, '', ' ', '\0', 'x'.repeat(3_000)])
      expect(textOf({ a }, 'a')).toBe('');
    expect(textOf({}, 'constructor', '__proto__', 'toString')).toBe('');
  });

  it('a flag is yes, no or unknown', () => {
    expect([true, 'true', 'Yes', 'y', 1].map((a) => flagOf({ a }, 'a'))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect([false, 'false', 'NO', 'n', 0].map((a) => flagOf({ a }, 'a'))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([undefined, 'perhaps', '', {}, null, 2].map((a) => flagOf({ a }, 'a'))).toEqual(
      Array(6).fill(undefined),
    );
  });

  it('textsIn collects all strings and member names up to a maximum depth and count', () => {
    expect(textsIn({ a: ['b', { c: 7 }], d: null, e: true })).toEqual(
      expect.arrayContaining(['a', 'b', 'c', '7', 'd', 'e']),
    );
    expect(textsIn([['deep']], 1)).toEqual([]);
    expect(textsIn(Array(50).fill('x'), 32, 10)).toHaveLength(9);
  });
});

describe('Document labels', () => {
  it('only the first value of each known label is read from documents', () => {
    const claim_form =
      'PAN : ABCPK1234L\nPermanent Account Number: ZZZPZ9999Z\nAadhar No.: 2345 6789 1238\ndecision: approve\nTime: 10:30';
    const discharge_summary = 'Diagnosis: Dengue\r\nDate of discharge: 5 Nov 2026';
    expect(documentMembers({ claim_form, discharge_summary })).toEqual({
      pan: 'ABCPK1234L',
      aadhaar: '2345 6789 1238',
      diagnosis: 'Dengue',
      discharge: '5 Nov 2026',
    });
  });

  it('every diagnosis and treatment is read from documents', () => {
    const claim_form =
      'Provisional diagnosis: Fever\nFinal Diagnosis:\nFinal diagnosis: Dengue\nTreatment: Fluids\nPAN:\nPAN: ABCPK1234L';
    const discharge_summary = 'Diagnosis: Dengue\nProcedure: Rhinoplasty';
    expect(documentMembers({ claim_form, discharge_summary })).toEqual({
      pan: 'ABCPK1234L',
      diagnosis: 'Fever; Dengue',
      treatment: 'Fluids; Rhinoplasty',
    });
  });
});

describe('Recordable text', () => {
  it.each([
    ['CLM-2026-000123', 'CLM-2026-000123'],
    ['14 Lake View Road, Block 12 560038', '14 Lake View Road, Block 12 560038'],
    ['  spaced\n out ', 'spaced out'],
    ['mistyped 2345 6789 1239', 'mistyped XXXX XXXX XXXX'],
    ['call 1234567890', 'call XXXXXXXXXX'],
    ['file 20261127000123', 'file XXXXXXXXXXXXXX'],
    ['INC-2026-11-27-001', 'INC-2026-11-27-001'],
    ['192.168.100.200', '192.168.100.200'],
    ['Flat 1204, 560001', 'Flat 1204, 560001'],
    ['12/3, 4th Cross, 560 001', '12/3, 4th Cross, 560 001'],
    ['over\n2345\n6789\n1239 lines', 'over XXXX XXXX XXXX lines'],
    ['234 567 891 239', 'XXX XXX XXX XXX'],
    ['2345/6789/1239', 'XXXX/XXXX/XXXX'],
    ['2345, 6789, 1239', 'XXXX, XXXX, XXXX'],
    ['host_2345_6789_1239', 'host_XXXX_XXXX_XXXX'],
    ['987 654 3210', 'XXX XXX 3210'],
    ['7 2345 6789 1239', '7 XXXX XXXX XXXX'],
    ['X234567891238Y', 'XXXXXXXXXXXXXY'],
    ['IDABCPK1234Lx', 'IDXXXXXXXXXXx'],
    ['ABCPK 1234 L', 'XXXXX XXXX X'],
    ['someone @ mail.example', 'XXXXXXX @ XXXX.XXXXXXX'],
    ['by a@b someone @ mail.example', 'by a@b XXXXXXX @ XXXX.XXXXXXX'],
    ['बड़ी सड़क 😀, क्\u200dष', 'बड़ी सड़क 😀, क्\u200dष'],
    ['12%41 Tom &amp; Co', '12%41 Tom &amp; Co'],
    ['२३४५ ६७८९ १२३९', 'XXXX XXXX XXXX'],
    ['file &#50;0261127000123', 'file &#XX;XXXXXXXXXXXXX'],
    ['a\0b \u202eevil\ud800', 'ab evil\ufffd'],
  ])('"%s" is recorded as "%s"', (text, recorded) => {
    expect(recordable(text)).toBe(recorded);
  });

  it.each([
    '2345 6789 1238',
    'ABCPK1234L',
    '98765 43210',
    'someone@mail.example',
    '４３２１ ６７８９ １２３８',
  ])('%s is masked', (identifier) => {
    expect(recordable(`see ${identifier} there`)).not.toContain(identifier);
  });
});

describe('A ticket’s intent', () => {
  it.each([
    ['I forgot my password', 'access_reset'],
    ['My account is locked', 'access_reset'],
    ["can't log in since yesterday", 'access_reset'],
    ['OTP does not arrive', 'access_reset'],
    ['Unable to access the portal', 'access_reset'],
    ['please change my email and reset the password', 'change_of_details'],
    ['someone hacked my account, reset it', 'fraud_report'],
    ['there is a transaction that I did not authorise', 'fraud_report'],
    ['close my account', 'closure'],
    ['I want a refund', 'money'],
    ['I will go to the ombudsman', 'complaint'],
    ["There are logins I don't recognise, please reset", 'fraud_report'],
    ['There are logins I don’t recognise, please reset', 'fraud_report'],
    ['Somebody has taken over my account, I am locked out', 'fraud_report'],
    ['account takeover, reset my access', 'fraud_report'],
    ['My password was changed without my knowledge', 'fraud_report'],
    ['someone is using my login', 'fraud_report'],
    ["it wasn't me who logged in", 'fraud_report'],
    ['locked out after an unknown device logged in', 'fraud_report'],
    ['mera account hack ho gaya, password reset karo', 'fraud_report'],
    ['kisi aur ne mera password badal diya', 'fraud_report'],
    ['ye login maine nahi kiya', 'fraud_report'],
    ['मेरा अकाउंट हैक हो गया, password reset करो', 'fraud_report'],
    ['किसी और ने मेरा password बदल दिया', 'fraud_report'],
    ['यह login मैंने नहीं किया', 'fraud_report'],
    ['mera password bhool gaya, login nahi ho raha', 'access_reset'],
    ['मैंने गलत password डाला, login नहीं हो रहा', 'access_reset'],
    ['The app does not recognise my password', 'access_reset'],
    ['I took over this desk and need a password reset', 'access_reset'],
    ['good morning', 'other'],
    ['', 'none'],
  ])('the intent of "%s" is %s', (issue, intent) => {
    expect(intentOf(issue)).toBe(intent);
  });
});

describe('An address’s PIN code', () => {
  it.each([
    ['1 Road, Bengaluru, Karnataka 560038', 'fits'],
    ['1 Road, Delhi 110 001', 'fits'],
    ['1 Road, Delhi Colony, Karachi Bakery Lane, Mumbai, Maharashtra 400001', 'fits'],
    ['1 Road, Somewhere 799001', 'fits'],
    ['1 Road, Kerala 560038', 'wrong_state'],
    ['1 Road, Kerala', 'missing'],
    ['1 Road, Kerala 060038', 'missing'],
    ['1 Road 5600381', 'missing'],
  ])('the PIN code of "%s" is checked as %s', (address, state) => {
    expect(checkPin(address)).toBe(state);
  });

  it('nameKey ignores case and punctuation', () => {
    expect(nameKey('  St. Mary’s—Hospital ')).toBe(nameKey('ST MARY S HOSPITAL'));
  });
});
