/** Determines a document's kind and content from the words of its pages and their places. Pure. */
import { bankOfIfsc } from '../banks.ts';
import { CHECKED_TYPES, checkHolds } from '../checks.ts';
import type {
  DocumentKind,
  PageNote,
  PageRead,
  PageWord,
  ReadDocument,
  ReadMember,
} from '../read-document.ts';
import { unreadLines } from '../unread-lines.ts';
import { billOf } from './bill.ts';
import { fieldsOf } from './fields.ts';
import { flowOf } from './flow.ts';
import { identityMembers } from './identity.ts';
import { lacksStated, losesLabel } from './gaps.ts';
import { kindOf } from './kinds.ts';
import { rowsOf, textOf } from './layout.ts';
import { looseFields, surestFirst } from './loose-labels.ts';
import { slantOf, straightened } from './slant.ts';
import { unwrapped } from './wrapped.ts';

/** Recognition confidence below which most of a page's words are guesses. */
const POOR = 0.6;

/** Share of unread writing from which a page counts as partly read. */
const MUCH_UNREAD = 0.02;

/**
 * Determines a document's kind and content.
 * @param declared the kind that the sender named, which is not questioned
 */
export const understand = (pages: readonly PageRead[], declared?: DocumentKind): ReadDocument => {
  const laid = pages.map((page) => ({ page, rows: rowsOf(page) }));
  const texts = laid.map(({ rows }) => rows.map(textOf).join('\n'));
  const { kind, why } = kindOf(pages, texts, declared);
  const flow = flowOf(
    kind === 'hospital_bill' ? laid.map(({ page, rows }) => ({ page, rows: unwrapped(rows) })) : laid,
  );
  const bill = kind === 'hospital_bill' && laid.length > 0 ? billOf(flow) : undefined;
  // A bill's own sums are compared with each other, and `Net payable` is not its total.
  const isWanted = ({ name }: ReadMember): boolean => bill === undefined || name !== 'bill_amount';
  const clear = [
    ...laid.flatMap(({ page, rows }) => fieldsOf(page, rows)).filter(isWanted),
    ...(bill?.members ?? []),
    ...(laid.length > 0 ? identityMembers(flow, kind) : []),
  ];
  const known = new Set(clear.map(({ name }) => name));
  const loose = laid.flatMap(({ page, rows }) => looseFields(page, rows, known)).filter(isWanted);
  const members = [...clear, ...surestFirst(loose)];
  const lacks = lacksStated(kind, members);
  const firstRead = pages.findIndex(({ source }) => source === 'ocr');
  return {
    kind,
    why,
    pages: laid.map(({ page, rows }, at) => ({
      number: page.number,
      width: page.width,
      height: page.height,
      notes: notesOf(
        page,
        page.source === 'ocr' &&
          (bill?.incomplete === true || (lacks && at === firstRead) || losesLabel(rows, page, members)),
      ),
      coverage: 1 - page.unread,
    })),
    members: withoutRepeats(
      members.map(checked).map((member) => withoutHand(withoutGap(member, pages), pages)),
    ),
  };
};

/**
 * @param incomplete whether something was lost on a recognised page, according to the arithmetic of a bill or
 * to missing members
 */
const notesOf = (page: PageRead, incomplete: boolean): readonly PageNote[] => {
  if (page.source === 'none') return ['not-read'];
  const notes: PageNote[] = [];
  const lost = unreadLines(
    page.unreadAreas,
    page.words.map(({ box }) => box),
  );
  if (page.unread > MUCH_UNREAD || lost.length > 0 || page.hurried === true || incomplete)
    notes.push('part-not-read');
  if (page.handwriting.length > 0) notes.push('handwriting');
  if (page.source === 'ocr' && meanOf(page.words) < POOR) notes.push('poor-scan');
  return notes;
};

const meanOf = (words: readonly PageWord[]): number =>
  words.length === 0 ? 0 : words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;

/** Highest confidence of an identifier that fails its check, or was recognised with an unknown bank. */
const FAILS = 0.4;

/** Lowers the confidence of an identifier that cannot be correct. */
const checked = (member: ReadMember): ReadMember => {
  const code = plain(member.value);
  const type = CHECKED_TYPES.find((each) => each === member.name);
  if (type === undefined || code === '') return member;
  const isKnown = type !== 'ifsc' || member.source === 'text' || bankOfIfsc(code) !== undefined;
  const holds = checkHolds({ type, value: code }) && isKnown;
  return holds ? member : { ...member, confidence: Math.min(member.confidence, FAILS) };
};

/** Highest confidence of a value or a bill's line of which a part may have been lost. */
const HAS_GAP = 0.5;

/** Distance from a bill's line, and from another value, to ink that may belong to it, as a multiple of its height. */
const BESIDE_LINE = 8;
const BESIDE = 1.5;

/** Lowers the confidence of a value if there is unread ink in it or beside it. */
const withoutGap = (member: ReadMember, pages: readonly PageRead[]): ReadMember => {
  const page = pages.find(({ number }) => number === member.page);
  if (page === undefined || page.unreadAreas.length === 0) return member;
  // The lines of a photo that lies on its side run up or down.
  const slant = slantOf(page, [...page.text]);
  const [left, top, right, bottom] = straightened(member.box, slant);
  const reach = (member.name === 'items' ? BESIDE_LINE : BESIDE) * (bottom - top);
  const isCut = page.unreadAreas.some((area) => {
    const [l, t, r, b] = straightened(area, slant);
    return l < right + reach && r > left - reach && t + b > 2 * top && t + b < 2 * bottom;
  });
  return isCut ? { ...member, confidence: Math.min(member.confidence, HAS_GAP) } : member;
};

/** Highest confidence of a bill's line in which a word is written by hand. */
const BY_HAND = 0.4;

/** Removes a handwritten value, because its reading is a guess. */
const withoutHand = (member: ReadMember, pages: readonly PageRead[]): ReadMember => {
  const [left, top, right, bottom] = member.box;
  const areas = pages.find(({ number }) => number === member.page)?.handwriting ?? [];
  const isHand = areas.some(
    ([l, t, r, b]) => l + r > 2 * left && l + r < 2 * right && t + b > 2 * top && t + b < 2 * bottom,
  );
  if (!isHand) return member;
  return member.name === 'items'
    ? { ...member, confidence: Math.min(member.confidence, BY_HAND) }
    : { ...member, value: '', confidence: 0, source: 'handwriting' };
};

const plain = (value: string): string => value.toUpperCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Leaves out members that repeat an earlier one. A different value under the same name stays. */
const withoutRepeats = (members: readonly ReadMember[]): readonly ReadMember[] => {
  const seen = new Set<string>();
  return members.filter(({ name, value }) => {
    if (name === 'items') return true;
    const key = `${name} ${plain(value)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};
