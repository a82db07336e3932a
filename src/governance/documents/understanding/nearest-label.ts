import { labelOf, LABELS as FORM_LABELS } from '../form-labels.ts';
import { type Label, plainOf, LABELS, OTHER_LABELS } from './labels.ts';
import type { ValueForm } from './values.ts';

/** Minimum length of a phrase in which one misread letter is accepted, and the length for each further one. */
const FIRST_ERROR = 6;
const NEXT_ERROR = 9;

/** Looks for the label that a text names, exactly or with few recognition errors. */
export const lookUp = (text: string): { readonly label: Label | undefined } | undefined => {
  const plain = plainOf(text.replace(/ः$/u, '')).replace(/^(?:\p{N}{1,2}|[a-z]) (?=\p{L})/u, '');
  if (plain.length < 2) return undefined;
  const exact = LABELS.get(plain);
  if (exact !== undefined) return { label: exact };
  if (OTHER_LABELS.has(plain)) return { label: undefined };
  const near = nearest(plain);
  return near === undefined ? undefined : { label: near };
};

/** Forms of the members that the rules for texts know. */
const FORMS: Readonly<Partial<Record<string, ValueForm>>> = {
  pan: 'pan',
  aadhaar: 'aadhaar',
  policy: 'code',
  amount: 'money',
  bill_amount: 'money',
  room_rent: 'money',
  admission: 'date',
  discharge: 'date',
};

/** Looks up a label among those that the rules accept in texts. Some of them also head a table's columns, so a sign must follow. */
export const formLabel = (text: string): { readonly label: Label } | undefined => {
  const written = labelOf(text.replace(/[\s:=-]+$/u, ''));
  const member = FORM_LABELS.find(([form]) => form.test(written))?.[1];
  return member === undefined ? undefined : { label: { member, form: FORMS[member] ?? 'text' } };
};

const nearest = (plain: string): Label | undefined => {
  if (plain.length < FIRST_ERROR) return undefined;
  const most = 1 + Math.floor((plain.length - FIRST_ERROR) / NEXT_ERROR);
  let best: Label | undefined;
  let least = most + 1;
  for (const [phrase, label] of LABELS) {
    if (Math.abs(phrase.length - plain.length) >= least || phrase.length < FIRST_ERROR) continue;
    const distance = distanceBelow(plain, phrase, least);
    if (distance < least) [best, least] = [label, distance];
  }
  return best;
};

/** Returns the number of letters by which two texts differ, or `limit` if they differ by at least that many. */
const distanceBelow = (one: string, other: string, limit: number): number => {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = before[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(change, before[j]! + 1, row[j - 1]! + 1));
    }
    if (Math.min(...row) >= limit) return limit;
    before = row;
  }
  return Math.min(before.at(-1)!, limit);
};
