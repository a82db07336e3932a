import { labelOf, LABELS } from '../rules/kyc/labels.ts';
import type {
  Box,
  DocumentKind,
  PageNote,
  PageRead,
  PageWord,
  ReadDocument,
  ReadMember,
} from './read-document.ts';

/** Recognition confidence below which most of a page's words are guesses. */
const POOR = 0.6;

/** Share of unread writing from which a page counts as read in part. */
const MUCH_UNREAD = 0.1;

/** Titles by which a kind is recognised, and how the document's `why` calls them. */
const TITLES: readonly (readonly [DocumentKind, RegExp, string])[] = [
  ['discharge_summary', /\bdischarge (?:summary|card)\b/i, 'its title is that of a discharge summary'],
  [
    'hospital_bill',
    /\b(?:final |interim |inpatient |ip )?(?:hospital )?bill(?: (?:no|number|summary|of supply)\b|\b)|\btax invoice\b/i,
    'it calls itself a bill',
  ],
  ['claim_form', /\bclaim form\b|\brequest for cashless\b/i, 'its title is that of a claim form'],
];

/**
 * Says what a document is and what it contains.
 * @param declared the kind that the sender named, which is taken as given
 */
export const understand = (pages: readonly PageRead[], declared?: DocumentKind): ReadDocument => {
  const { kind, why } = kindOf(pages, declared);
  return {
    kind,
    why,
    pages: pages.map((page) => ({
      number: page.number,
      width: page.width,
      height: page.height,
      notes: notesOf(page),
      coverage: 1 - page.unread,
    })),
    members: pages.flatMap(membersOf),
  };
};

const kindOf = (
  pages: readonly PageRead[],
  declared: DocumentKind | undefined,
): Pick<ReadDocument, 'kind' | 'why'> => {
  if (declared !== undefined) return { kind: declared, why: 'the request says so' };
  const [first] = pages;
  const top = first?.text.slice(0, 2_000) ?? '';
  const [found] = TITLES.flatMap(([kind, title, why]) => {
    const at = top.search(title);
    return at < 0 ? [] : [{ kind, why, at }];
  }).toSorted((a, b) => a.at - b.at);
  return found ?? { kind: 'other', why: 'no title of a known kind was read' };
};

const notesOf = (page: PageRead): readonly PageNote[] => {
  if (page.source === 'none') return ['not-read'];
  const notes: PageNote[] = [];
  if (page.unread > MUCH_UNREAD || page.unreadAreas.length > 0) notes.push('part-not-read');
  if (page.handwriting.length > 0) notes.push('handwriting');
  if (page.source === 'ocr' && meanOf(page.words) < POOR) notes.push('poor-scan');
  return notes;
};

const meanOf = (words: readonly PageWord[]): number =>
  words.length === 0 ? 1 : words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;

/** Finds `Label: value` lines. */
const membersOf = (page: PageRead): readonly ReadMember[] => {
  const found: ReadMember[] = [];
  let start = 0;
  for (const line of page.text.split('\n')) {
    const member = memberIn(page, line, start);
    if (member !== undefined) found.push(member);
    start += [...line].length + 1;
  }
  return found;
};

const memberIn = (page: PageRead, line: string, start: number): ReadMember | undefined => {
  const colon = line.indexOf(':');
  if (colon < 1 || colon > 60) return undefined;
  const label = labelOf(line.slice(0, colon));
  const name = LABELS.find(([form]) => form.test(label))?.[1];
  const value = line.slice(colon + 1).trim();
  if (name === undefined || value === '') return undefined;
  const lead = line.slice(colon + 1).length - line.slice(colon + 1).trimStart().length;
  const before = line.slice(0, colon + 1 + lead);
  const from = start + [...before].length;
  const words = page.words.filter((word) => word.end > from && word.start < from + [...value].length);
  return {
    name,
    value,
    page: page.number,
    box: around(words) ?? [0, 0, page.width, page.height],
    confidence: words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence)),
    source: page.source === 'text' ? 'text' : 'ocr',
  };
};

/** Returns the rectangle around words; undefined if the place of one is not known. */
const around = (words: readonly PageWord[]): Box | undefined => {
  const boxes = words.flatMap(({ box }) => (box === null ? [] : [box]));
  if (boxes.length === 0 || boxes.length < words.length) return undefined;
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ];
};
