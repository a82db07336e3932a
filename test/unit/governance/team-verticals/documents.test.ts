import { expect, it } from 'vitest';
import type { CaseDocument } from '../../../../src/governance/rules/documents/case-document.ts';
import { fillTeamCase } from '../../../../src/governance/team-verticals/documents.ts';

const DECLARED = { documents: { insured: 'applicant', estimate: 'amount', joined: 'admission' } } as const;

const documentOf = (
  members: Readonly<Record<string, string>>,
  confidence = 0.95,
  coverage = 1,
): CaseDocument => ({
  file_id: 'file_1',
  format: 'pdf',
  declared: null,
  failure: null,
  text: '',
  sandbox_id: 'sbx_1',
  read: {
    kind: 'claim_form',
    why: 'its title',
    pages: [{ number: 1, width: 1, height: 1, notes: coverage < 1 ? ['part-not-read'] : [], coverage }],
    members: Object.entries(members).map(([name, value]) => ({
      name,
      value,
      page: 1,
      box: [1, 2, 3, 4],
      confidence,
      source: 'ocr',
    })),
  },
});

const codes = (filled: ReturnType<typeof fillTeamCase>): readonly string[] =>
  filled.documents.reasons.map(({ code }) => code);

it('documents supply the declared members that a case lacks, and nothing else', () => {
  const read = [documentOf({ applicant: 'Asha Sample', amount: '12,000', hospital: 'Example Hospital' })];
  const filled = fillTeamCase(DECLARED, { insured: 'Asha Sample', note: 'x' }, read);
  expect(filled.case).toEqual({ insured: 'Asha Sample', note: 'x', estimate: '12,000' });
  expect(filled.documents.filled).toEqual(['estimate']);
  expect(codes(filled)).toEqual([]);
});

it('a contradiction or a doubt about a declared member is a reason, and fills nothing', () => {
  const differs = fillTeamCase(DECLARED, { estimate: '11,000' }, [documentOf({ amount: '12,000' })]);
  expect([differs.case, codes(differs)]).toEqual([{ estimate: '11,000' }, ['DOC-CONFLICT']]);
  const unsure = fillTeamCase(DECLARED, {}, [documentOf({ amount: '12,000' }, 0.4)]);
  expect([unsure.case, codes(unsure)]).toEqual([{}, ['DOC-UNSURE']]);
  const unread = fillTeamCase(DECLARED, {}, [documentOf({}, 1, 0.5)]);
  expect(codes(unread)).toEqual(['DOC-UNSURE']);
});

it('a doubt about a member that is not declared counts for nothing', () => {
  const filled = fillTeamCase(DECLARED, { pan: 'BNZPS4821K' }, [documentOf({ pan: 'AAAPA1234A' }, 0.3)]);
  expect(codes(filled)).toEqual([]);
});
