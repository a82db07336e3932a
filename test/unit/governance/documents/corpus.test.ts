import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkHolds } from '../../../../src/governance/documents/checks.ts';
import { concludeExtraction, draftExtraction } from '../../../../src/governance/documents/extract.ts';
import type { Fields } from '../../../../src/governance/documents/result.ts';
import type { DocumentType, Validations } from '../../../../src/governance/documents/verdict.ts';

interface DocumentCase {
  readonly id: string;
  readonly note: string;
  readonly type: DocumentType;
  readonly text: string;
  readonly expect: {
    readonly fields: Fields;
    readonly validations: Validations;
    readonly valid: boolean;
    readonly pii: readonly string[];
  };
  /** Rupee values of all amounts, including amounts in words that repeat figures. */
  readonly rupees?: readonly (string | null)[];
  readonly suggestion?: string;
}

const cases = readFileSync(new URL('../../../corpora/documents.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DocumentCase);

describe('Extraction from the document corpus', () => {
  it.each(cases.map((one) => [`${one.id} ${one.note}`, one] as const))(
    'extraction reads %s',
    (_title, one) => {
      const draft = draftExtraction(one.text, one.type);
      const { fields, validations, valid, pii, details } = concludeExtraction(
        draft,
        draft.checks.map(checkHolds),
      );
      expect({ fields, validations, valid, pii }).toEqual(one.expect);
      if (one.rupees !== undefined) expect(details.amounts.map(({ rupees }) => rupees)).toEqual(one.rupees);
      if (one.suggestion !== undefined) {
        const all = [...details.pans, ...details.aadhaar, ...details.gstin, ...details.ifsc];
        expect(all.map(({ suggestion }) => suggestion)).toContain(one.suggestion);
      }
    },
  );
});
