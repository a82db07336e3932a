import { expect, it } from 'vitest';
import { filesOfCase } from '../../../../src/activities/verticals/common/case-files.ts';
import type { CaseReading } from '../../../../src/governance/rules/documents/case-document.ts';
import { verticals } from '../../../../src/governance/verticals/index.ts';
import { readingRef } from '../../../../src/runs/document/case-documents.ts';
import { makeAadhaar, makePan } from '../../../helpers/identifiers.ts';

const pan = makePan(7, 'P');
const aadhaar = makeAadhaar(7);
const text = `Claim form\nPAN: ${pan}\nAadhaar: ${aadhaar}\nDiagnosis: fever`;
const reading: CaseReading = {
  documents: [
    {
      file_id: 'file_0',
      format: 'pdf',
      declared: null,
      read: {
        kind: 'claim_form',
        why: 'its title',
        pages: [{ number: 1, width: 100, height: 100, notes: [], coverage: 1 }],
        members: [{ name: 'pan', value: pan, page: 1, box: [0, 0, 1, 1], confidence: 1, source: 'text' }],
      },
      text,
      failure: null,
      sandbox_id: null,
    },
  ],
};

/** Returns what is sealed for a run with this case, as the vault opens it. */
const sealed = (given: object) => {
  const values: Readonly<Record<string, object>> = { ref: given, [readingRef('ref')]: reading };
  return async ({ ref }: { readonly ref: string }) => ({ ...values[ref] });
};

const filesOf = async (vertical: 'kyc' | 'voice', given: object, isRead: boolean) => {
  const run = { team_id: 'team', ledger_ref: 'ref', vertical, documents: 1 };
  const files = await filesOfCase(sealed(given), run, isRead);
  return new Map(files.map(({ name, content }) => [name, content]));
};

it("code of a live run gets its case and the text of its documents without the case's identifiers", async () => {
  const files = await filesOf('kyc', { aadhaar, policy: 'HI-1001', note: 'not for the model' }, true);
  expect([...files.keys()]).toEqual(['case.json', 'documents.json', 'documents/1.txt']);
  expect([...files.values()].join('\n')).not.toMatch(new RegExp(`${pan}|${aadhaar}`));
  const given = JSON.parse(files.get('case.json')!) as Record<string, unknown>;
  // The PAN comes from the document.
  expect(Object.keys(given).toSorted()).toEqual(['aadhaar', 'pan', 'policy']);
  expect(JSON.parse(files.get('documents.json')!)).toMatchObject([
    { kind: 'claim_form', text_file: '/tmp/documents/1.txt', members: [{ name: 'pan', confidence: 1 }] },
  ]);
  expect(files.get('documents/1.txt')).toContain('Diagnosis: fever');
});

it('code that runs before the documents are read gets only the case', async () => {
  expect([...(await filesOf('kyc', { aadhaar }, false)).keys()]).toEqual(['case.json']);
});

it('no code of a live run gets a one-time code', async () => {
  const files = await filesOf('voice', { ...verticals.voice.sample, otp: '482913' }, false);
  expect(files.get('case.json')).not.toContain('otp');
  expect(files.get('case.json')).not.toContain('482913');
});
