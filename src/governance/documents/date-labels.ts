/** Determines a date's kind from the label before it or from its column heading. */
export type DateKind =
  'date_of_birth' | 'invoice_date' | 'due_date' | 'issue_date' | 'admission_date' | 'discharge_date' | 'date';

/** The nearest label before a date decides. */
const LABELS: readonly (readonly [kind: DateKind, words: RegExp])[] = [
  ['date_of_birth', /\bd\.?o\.?b\b|birth|\bborn\b|जन्म/giu],
  ['due_date', /\bdue\b|pay by|देय/giu],
  ['admission_date', /\badmi(?:ssion|tted)\b|\bd\.?o\.?a\b|भर्ती/giu],
  ['discharge_date', /\bdischarged?\b|\bd\.?o\.?d\b|छुट्टी|डिस्चार्ज/giu],
  ['issue_date', /\bissued?\b|download|generated|जारी/giu],
  ['invoice_date', /\binvoice|\b(?:bill|inv)(?:ing)?[ ]{0,2}(?:date|dt|on)\b|\bdated\b/giu],
  // Labels for other dates: they belong to none of the kinds above, and are not the document's own date either.
  [
    'date',
    /\b(?:date|day|time) of (?!invoice|bill|issue)|\b(?:expir\w+|valid\w*|start\w*|end\w*|joining|deliver\w*|dispatch\w*|shipp\w+|order|purchase|policy|commence\w*|inception|maturity|value|transaction|txn|posting|payment|paid|journey|travel|appointment|surgery|procedure|operation|test|report\w*|sample|collect\w*|receiv\w*|regist\w+|manufact\w*|mfg|exp|renew\w*|effective|death|marriage|accident|loss|event|statement|cheque|visit|follow|review|sign\w*|submission|approval|print\w*|from|until|till)\b|समाप्ति|मृत्यु/giu,
  ],
];
/** "Date:" alone refers to the document's own date. After one of the words above, it has no additional meaning. */
const PLAIN = /\b(?:date|dt)\b|\bbill\b|दिनांक|तारीख/iu;
const REACH = 40;

const nearestIn = (text: string): { readonly kind: DateKind; readonly at: number } | undefined => {
  let nearest: { kind: DateKind; at: number } | undefined;
  for (const [kind, words] of LABELS) {
    const at = text.matchAll(words).reduce((last, match) => Math.max(last, match.index), -1);
    // If two labels start at the same position, as in "date of admission", the first one in the list is more specific.
    if (at >= 0 && (nearest === undefined || at > nearest.at)) nearest = { kind, at };
  }
  return nearest;
};

export const kindOf = (plain: string, start: number): DateKind => {
  // A digit in between belongs to another value, so labels before that digit do not apply.
  const before = plain.slice(Math.max(0, start - REACH), start).replace(/^[\s\S]*\d/u, '');
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const nearest = nearestIn(line) ?? (line.trim() === '' || PLAIN.test(line) ? undefined : nearestIn(before));
  if (nearest !== undefined) return nearest.kind;
  if (PLAIN.test(line)) return 'invoice_date';
  const far = nearestIn(before);
  if (far !== undefined) return far.kind;
  return PLAIN.test(before) ? 'invoice_date' : 'date';
};

interface Found {
  readonly index: number;
  readonly 0: string;
}

/**
 * Classifies dates on a line of their own below a line with the same number of labels, as in "Date of Admission   Date of
 * Discharge".
 * @returns each date's kind by the date's start index
 */
export const kindsInColumns = (plain: string, dates: readonly Found[]): ReadonlyMap<number, DateKind> => {
  const kinds = new Map<number, DateKind>();
  for (let at = 0; at < dates.length;) {
    const start = plain.lastIndexOf('\n', dates[at]!.index) + 1;
    const next = plain.indexOf('\n', dates[at]!.index);
    const end = next < 0 ? plain.length : next;
    const row: Found[] = [];
    while (at < dates.length && dates[at]!.index < end) row.push(dates[at++]!);
    const length = row.reduce((sum, date) => sum + date[0].replaceAll(/\s/g, '').length, 0);
    if (row.length < 2 || start === 0 || plain.slice(start, end).replaceAll(/\s/g, '').length > length)
      continue;
    const heads = headsOf(plain.slice(plain.lastIndexOf('\n', start - 2) + 1, start), row.length);
    for (const [nth, kind] of heads.entries()) kinds.set(row[nth]!.index, kind);
  }
  return kinds;
};

const LONGEST_LINE = 1_000;
/**
 * Wide gaps separate columns. Recognition reduces gaps to single spaces, so the word "date" at the start or end of a heading also
 * separates columns.
 */
const PARTS = [/\s{2,}|\||\t/u, /\s(?=(?:date|d\.?o\.?[abd])\b)/iu, /(?<=\bdate)\s/iu];

/** Returns the kinds for `count` dates from a line of labels, in order; empty if the line has a different number of headings. */
const headsOf = (line: string, count: number): readonly DateKind[] => {
  if (line.length > LONGEST_LINE) return [];
  const heads = PARTS.map((part) => line.trim().split(part)).find(({ length }) => length === count) ?? [];
  return heads.map((head) => nearestIn(head)?.kind ?? (PLAIN.test(head) ? 'invoice_date' : 'date'));
};
