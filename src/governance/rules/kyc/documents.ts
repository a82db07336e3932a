import { clip } from '../../text/clip.ts';
import { memberOf, type Case } from '../../members.ts';

const DOCUMENTS = ['claim_form', 'discharge_summary'] as const;

/** Maximum length of a document to read: about a hundred pages. */
const MAX_DOCUMENT = 200_000;

/** Labels as printed on claim forms, with the member that each one supplies. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^(?:pan|permanent account (?:number|no\.?))(?: (?:number|no\.?|card))?$/, 'pan'],
  [/^a(?:a)?dha+r(?: (?:number|no\.?|card))?$/, 'aadhaar'],
  [/^policy(?: (?:number|no\.?))?$/, 'policy'],
  [
    /^(?:amount (?:of )?claim(?:ed)?|claim(?:ed)? amount|total (?:amount )?claimed|total claim amount)$/,
    'amount',
  ],
  // Less specific than the labels above, so the claimed amount takes precedence if both are present.
  [
    /^(?:amount|amt\.?|total amount|net amount|net payable|grand total|(?:total |final )?bill(?:ed)? amount|total bill)$/,
    'bill_amount',
  ],
  [/^(?:date of admission|admission date|admitted on|doa)$/, 'admission'],
  [/^(?:date of discharge|discharge date|discharged on|dod)$/, 'discharge'],
  [/^(?:final |provisional |primary )?diagnosis$/, 'diagnosis'],
  [/^(?:treatment(?: given)?|procedure(?: performed)?|surgery|operation)$/, 'treatment'],
  [/^(?:name of (?:the )?hospital|hospital(?: name)?)$/, 'hospital'],
  [/^room rent(?: per day)?$/, 'room_rent'],
];

export interface ReadDocument {
  readonly name: (typeof DOCUMENTS)[number];
  readonly text: string;
}

/** Returns the documents that a case contains as text. A simulated run reads this text; images need a live run. */
export const documentsOf = (given: Case): readonly ReadDocument[] =>
  DOCUMENTS.flatMap((name) => {
    const text = memberOf(given, name);
    return typeof text === 'string' && text.trim() !== '' ? [{ name, text: clip(text, MAX_DOCUMENT) }] : [];
  });

/** Returns the documents that were given but cannot be read as a whole. */
export const unreadableDocuments = (given: Case): readonly string[] =>
  DOCUMENTS.filter((name) => {
    const value = memberOf(given, name) ?? '';
    return typeof value !== 'string' || value.length > MAX_DOCUMENT;
  });

/** Removes the parts that forms print around a label: its number, its currency, its unit. */
const labelOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*(?:\d{1,2}|[a-z])[.)]\s*/, '')
    .replaceAll(/\([^)]{0,20}\)|\bin (?:rs|inr|rupees)\b\.?|₹|\b(?:rs|inr)\b\.?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Members that a form may state more than once: a patient can have two diagnoses. */
const REPEATED: ReadonlySet<string> = new Set(['diagnosis', 'treatment']);

/**
 * Finds members in `Label: value` lines. The first value for a label counts, but for diagnosis and treatment all values count.
 * Decisions, flags and items are never read from documents.
 */
export const documentMembers = (given: Case): Case => {
  const found: Record<string, Set<string>> = {};
  for (const { text } of documentsOf(given))
    for (const line of text.split(/\r?\n/)) {
      const colon = line.indexOf(':');
      if (colon < 1 || colon > 60) continue;
      const label = labelOf(line.slice(0, colon));
      const member = LABELS.find(([form]) => form.test(label))?.[1];
      const value = line.slice(colon + 1).trim();
      if (member === undefined || value === '') continue;
      if (found[member] === undefined) found[member] = new Set([value]);
      else if (REPEATED.has(member)) found[member].add(value);
    }
  return Object.fromEntries(
    Object.entries(found).map(([member, values]) => [member, [...values].join('; ')]),
  );
};
