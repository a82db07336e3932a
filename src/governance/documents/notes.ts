import type { DocumentAmount } from './collect-amounts.ts';
import type { FoundIdentifier } from './near-identifiers.ts';
import type { Details, InvoiceDetail, Note } from './result.ts';
import type { DocumentType } from './verdict.ts';

/** Returns whether a document contains anything that fits the kind that it was declared to be. */
export const fitsKind = (
  type: DocumentType,
  identifiers: readonly FoundIdentifier[],
  amounts: readonly DocumentAmount[],
  invoice: InvoiceDetail | null,
): boolean => {
  const has = (...types: readonly string[]): boolean =>
    identifiers.some((found) => types.includes(found.type));
  if (type === 'auto') return true;
  if (type === 'invoice') return amounts.length > 0 || has('gstin') || invoice !== null;
  return type === 'bank' ? has('ifsc', 'bank_account') : has(type);
};

const failed = (checks: object): readonly string[] =>
  Object.entries(checks)
    .filter(([, holds]) => holds === false)
    .map(([name]) => name);

const ofArithmetic = ({ items, checks }: InvoiceDetail): readonly Note[] => {
  const wrong = [
    ...items.flatMap((item, at) => failed(item.checks).map((name) => `line ${at + 1} (${name})`)),
    ...failed(checks).map((name) => `the sums (${name})`),
  ];
  if (wrong.length === 0) return [];
  const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : '';
  return [
    { code: 'arithmetic', detail: `The arithmetic is wrong in ${wrong.slice(0, 5).join(', ')}${more}.` },
  ];
};

/** Lists the findings that a person should check. Never includes a value from the document. */
export const notesOn = (
  type: DocumentType,
  fits: boolean,
  details: Details,
  amounts: readonly DocumentAmount[],
): readonly Note[] => {
  const notes: Note[] = [];
  if (!fits)
    notes.push({
      code: 'other-kind',
      detail: `The document was declared as ${type}, but contains nothing of that type.`,
    });
  const suggested = [...details.pans, ...details.aadhaar, ...details.gstin, ...details.ifsc].filter(
    ({ suggestion }) => suggestion !== undefined,
  ).length;
  if (suggested > 0)
    notes.push({
      code: 'misread',
      detail: `${suggested} of the values may be misread; see their suggestions.`,
    });
  const unsure = amounts.filter((amount) => amount.unsure).length;
  if (unsure > 0)
    notes.push({
      code: 'misread',
      detail: `Recognition may have misread ${unsure} of the amounts, so their value in rupees is unknown.`,
    });
  if (details.invoice !== null) notes.push(...ofArithmetic(details.invoice));
  const broken = amounts.filter((amount) => amount.broken).length;
  if (broken > 0)
    notes.push({
      code: 'split-number',
      detail: `Spaces split ${broken} of the amounts, so their value in rupees is unknown.`,
    });
  const written = amounts.filter(({ form }) => form === 'words');
  const figures = amounts.some(({ form }) => form === 'figures');
  if (figures && written.some(({ repeats }) => !repeats))
    notes.push({
      code: 'words-differ',
      detail: 'An amount in words matches none of the amounts in figures.',
    });
  return notes;
};
