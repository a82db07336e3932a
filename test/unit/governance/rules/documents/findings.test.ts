import { describe, expect, it } from 'vitest';
import type { ReadDocument, ReadMember } from '../../../../../src/governance/documents/read-document.ts';
import type { CaseDocument } from '../../../../../src/governance/rules/documents/case-document.ts';
import { fillCase } from '../../../../../src/governance/rules/documents/fill.ts';
import { billFault } from '../../../../../src/governance/rules/kyc/bill.ts';
import { documentReasons } from '../../../../../src/governance/rules/documents/findings.ts';

const member = (name: string, value: string, more: Partial<ReadMember> = {}): ReadMember => ({
  name,
  value,
  page: 1,
  box: [10, 20, 110.4, 40],
  confidence: 0.95,
  source: 'ocr',
  ...more,
});

const document = (
  kind: ReadDocument['kind'],
  members: readonly ReadMember[],
  more: { readonly page?: object; readonly failure?: string; readonly text?: string } = {},
): CaseDocument => ({
  file_id: 'file_0',
  format: 'png',
  declared: null,
  text: more.text ?? '',
  failure: more.failure ?? null,
  sandbox_id: null,
  read: {
    kind,
    why: 'its title',
    pages: [{ number: 1, width: 100, height: 100, notes: [], coverage: 1, ...more.page }],
    members,
  },
});

const codesOf = (given: object, ...documents: readonly CaseDocument[]): readonly string[] =>
  documentReasons(given as Record<string, unknown>, documents).map(({ code }) => code);

describe('Conflicts between documents', () => {
  it('two documents that state different amounts conflict, and the reason names both places but no value', () => {
    const reasons = documentReasons({}, [
      document('claim_form', [member('amount', 'Rs 48,500')]),
      document('hospital_bill', [member('bill_amount', '45,800.00', { page: 2 })]),
    ]);
    expect(reasons).toEqual([
      {
        code: 'DOC-CONFLICT',
        detail:
          'bill amount: document 1 (claim form), page 1, box 10 20 110 40 and document 2 (hospital bill), page 2, box 10 20 110 40 differ',
      },
    ]);
  });

  it.each([
    ['amount', 'Rs. 48,500/-', '48500.00'],
    ['admission', '12/10/2026', '12 Oct 2026'],
    ['aadhaar', '2345 6789 1238', '234567891238'],
    ['policy', 'hi-1010', 'HI 1010'],
    ['patient', 'Smt. Meera Sample', 'M. Sample'],
    ['hospital', 'Lakeside Hospital', 'LAKESIDE HOSPITAL PVT LTD, Pune'],
  ])('two spellings of the same %s do not conflict', (name, one, other) => {
    expect(
      codesOf({}, document('claim_form', [member(name, one)]), document('other', [member(name, other)])),
    ).toEqual([]);
  });

  it.each([
    ['patient', 'Meera Sample', 'Mohan Sample'],
    ['admission', '12/10/2026', '13/10/2026'],
    ['pan', 'ABCPK1234L', 'ABCPK1284L'],
    ['hospital', 'Lakeside Hospital', 'Hillside Hospital'],
  ])('two different values of %s conflict', (name, one, other) => {
    expect(
      codesOf({}, document('claim_form', [member(name, one)]), document('other', [member(name, other)])),
    ).toEqual(['DOC-CONFLICT']);
  });

  it("a member that the case states is compared with the documents, and so is the case's own text", () => {
    const form = document('claim_form', [member('policy', 'HI-1010'), member('pan', 'ABCPK1234L')]);
    expect(codesOf({ policy_number: 'HI-1011' }, form)).toEqual(['DOC-CONFLICT']);
    expect(codesOf({ claim_form: 'PAN: ABCPK1235L' }, form)).toEqual(['DOC-CONFLICT']);
    expect(codesOf({ policy: 'HI-1010', pan: '' }, form)).toEqual([]);
  });

  it('the claimed amount may differ from the bill only if the form states the same bill', () => {
    const bill = document('hospital_bill', [member('bill_amount', '48,500')]);
    const form = (...members: readonly ReadMember[]) => document('claim_form', members);
    expect(codesOf({}, form(member('amount', '45,000')), bill)).toEqual(['DOC-CONFLICT']);
    expect(codesOf({}, form(member('amount', '45,000'), member('bill_amount', '48,500')), bill)).toEqual([]);
  });

  it('a claim may be for the gross or the net sum of its bill, but a bill alone does not say which', () => {
    const bill = document('hospital_bill', [
      member('bill_amount', '50,000'),
      member('net_payable', '48,500'),
    ]);
    const form = (amount: string) => document('claim_form', [member('amount', amount)]);
    expect(codesOf({}, form('48,500'), bill)).toEqual([]);
    expect(codesOf({}, form('50,000'), bill)).toEqual([]);
    expect(codesOf({ amount: '48,000' }, bill)).toEqual(['DOC-CONFLICT']);
    expect(fillCase('kyc', {}, [bill]).filled).toEqual([]);
  });

  it('descriptions that are worded differently do not conflict', () => {
    expect(
      codesOf(
        {},
        document('claim_form', [member('diagnosis', 'Dengue')]),
        document('discharge_summary', [member('diagnosis', 'A97.0 dengue fever')]),
      ),
    ).toEqual([]);
  });
});

describe('Documents that were read with doubt', () => {
  it.each([
    ['a value with low confidence', member('amount', '48,500', { confidence: 0.79 })],
    ['handwriting where a value should be', member('amount', '', { source: 'handwriting', confidence: 0 })],
    ['an amount that is none', member('amount', '4B,5OO')],
    ['a day that is none', member('admission', '0/06/2026')],
  ])('%s goes to a person and fills no member', (_, found) => {
    const form = document('claim_form', [found]);
    expect(codesOf({}, form)).toEqual(['DOC-UNSURE']);
    expect(fillCase('kyc', {}, [form]).filled).toEqual([]);
  });

  it('an unsure value goes to a person even if the case states the member', () => {
    const form = document('claim_form', [member('amount', '48,500', { confidence: 0.5 })]);
    expect(codesOf({ amount: '48,500' }, form)).toEqual(['DOC-UNSURE']);
  });

  it('a value that no decision depends on may be in doubt', () => {
    expect(codesOf({}, document('claim_form', [member('bed', 'B-2', { confidence: 0.3 })]))).toEqual([]);
  });

  it('an Aadhaar number whose check digit fits needs less confidence than one that fails it', () => {
    const [fits, fails] = ['2345 6789 1238', '2345 6789 1239'].map((value) =>
      document('id_proof', [member('aadhaar', value, { confidence: 0.7 })]),
    );
    expect(codesOf({}, fits!)).toEqual([]);
    expect(codesOf({}, fails!)).toEqual(['DOC-UNSURE']);
  });

  it.each(['part-not-read', 'not-read', 'poor-scan', 'unread-form'])(
    'a page with the note %s goes to a person',
    (note) => {
      const page = document('other', [], { page: { notes: [note], coverage: 0.615 } });
      expect(documentReasons({}, [page])).toEqual([
        {
          code: 'DOC-UNSURE',
          detail: expect.stringMatching(/^document 1 \(other\), page 1, .+ \(61 % read\)$/),
        },
      ]);
    },
  );

  it('a signature is handwriting too, so handwriting alone is no reason', () => {
    expect(codesOf({}, document('claim_form', [], { page: { notes: ['handwriting'] } }))).toEqual([]);
  });

  it('a document that could not be read at all goes to a person', () => {
    expect(documentReasons({}, [document('other', [], { failure: 'erased' })])).toEqual([
      { code: 'DOC-UNSURE', detail: 'document 1 (other) could not be read (erased)' },
    ]);
  });

  it('a reason names at most a dozen places', () => {
    const pages = Array.from({ length: 30 }, () => document('other', [], { failure: 'damaged' }));
    const [reason] = documentReasons({}, pages);
    expect(reason!.detail).toMatch(/; and 18 more$/);
  });
});

describe('Members that documents supply', () => {
  it('documents supply members that the case lacks and never replace a member that it states', () => {
    const form = document('claim_form', [
      member('pan', 'ABCPK1234L'),
      member('amount', '48,500'),
      member('policy', 'HI-1010'),
      member('accident', 'yes'),
    ]);
    const given = { id: 'CLM-1', bill_amount: '45,000', policy: 'HI-2020' };
    expect(fillCase('kyc', given, [form])).toEqual({
      case: { ...given, pan: 'ABCPK1234L' },
      filled: ['pan'],
    });
  });

  it('a form takes precedence over a bill, whichever comes first', () => {
    const bill = document('hospital_bill', [member('hospital', 'Lakeside Hospital Pvt Ltd')]);
    const form = document('claim_form', [member('hospital', 'Lakeside Hospital')]);
    expect(fillCase('kyc', {}, [bill, form]).case).toEqual({ hospital: 'Lakeside Hospital' });
  });

  it('a member that is a list is not missing', () => {
    const form = document('claim_form', [member('items', '{"amount":"1"}')]);
    expect(fillCase('kyc', { items: [{ net: 1 }] }, [form]).filled).toEqual([]);
  });

  it('the lines of a bill become one list that the rules can add up', () => {
    const bill = document('hospital_bill', [
      member('items', '{"description":"Room","quantity":"2","unit_price":"2000.00","amount":"4000.00"}'),
      member('items', '{"description":"Pharmacy","amount":"500.00"}', { box: [10, 60, 110, 80] }),
    ]);
    const { case: filled } = fillCase('kyc', {}, [bill]);
    expect(billFault(filled['items'], 450_000n)).toBeUndefined();
    expect(billFault(filled['items'], 400_000n)).toContain('add up to');
  });

  it('one doubtful line keeps a whole bill from being used, and its place is named', () => {
    const bill = document('hospital_bill', [
      member('items', '{"description":"Room","amount":"4000.00"}'),
      member('items', '{"description":"Pharmacy","amount":"500.00"}', {
        box: [10, 60, 110, 80],
        confidence: 0.5,
      }),
    ]);
    expect(fillCase('kyc', {}, [bill]).filled).toEqual([]);
    expect(documentReasons({}, [bill])).toEqual([
      {
        code: 'DOC-UNSURE',
        detail: 'items: not read surely in document 1 (hospital bill), page 1, box 10 60 110 80',
      },
    ]);
  });

  it("a log adds to an incident's evidence, and a screenshot counts only for a ticket without words", () => {
    const log = document('other', [], { text: 'No space left on device' });
    expect(fillCase('it', { logs: 'a' }, [log]).case).toEqual({ logs: ['a', 'No space left on device'] });
    expect(fillCase('it', {}, [log]).case).toEqual({ logs: ['No space left on device'] });
    expect(fillCase('support', {}, [log]).case).toEqual({ issue: 'No space left on device' });
    expect(fillCase('support', { issue: 'Locked out' }, [log]).filled).toEqual([]);
  });
});
