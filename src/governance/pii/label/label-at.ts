/** Finds the label that applies at a position: the one of its column or field, or the one before it. */
import { contextFor, labelBefore, type Context } from './context.ts';
import { fieldHead } from './field.ts';
import { codeBefore, labelOfCode } from './kyc-code.ts';
import { hashOf, LABEL, type Label } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isSomebody } from '../setting/somebody.ts';
import { cellAt, lastUpTo, type Stretch } from '../structure/cells.ts';
import { counts } from '../structure/names.ts';
import { cellsOn } from '../structure/read.ts';

/** Returns the label in a range's words. */
export const labelOver = (page: Page, stretch: Stretch, skip: Label = LABEL.filler): Context => {
  const { start, end } = stretch;
  const { label, attached, slot } = labelBefore(
    page,
    end,
    lastUpTo(page.wordStart, end - 1) + 1,
    skip,
    start,
  );
  if (!attached && (label === LABEL.unknown || label === LABEL.other) && counts(page, stretch))
    return contextFor(LABEL.other, true, slot);
  return contextFor(label, attached, slot);
};

const headed = (page: Page, at: number, word: number, found: Context): Context => {
  const head = fieldHead(page, at, word);
  if (head === LABEL.unknown || head === found.label) return found;
  return contextFor(head, true, false);
};

/** Column names, in tables with a kind column and a value column, that mark the kind column: "id_type", "document", "field". */
const KINDS_OF: ReadonlySet<number> = new Set(
  'type document doc proof kind field particulars particular attribute label parameter key identifier id detail details name mode'
    .split(' ')
    .map((word) => hashOf(word)),
);

const hasWord = (page: Page, { start, end }: Stretch, words: ReadonlySet<number>): boolean => {
  for (let nth = lastUpTo(page.wordStart, start - 1) + 1; page.wordStart[nth]! < end; nth++)
    if (words.has(page.wordHash[nth]!)) return true;
  return false;
};

/** Column labels that do not determine what kind of values the column contains. */
const OPEN_COLUMN: ReadonlySet<Label> = new Set<Label>([LABEL.unknown, LABEL.id, LABEL.slot, LABEL.thing]);
const LONGEST_KIND = 24;

/** Returns the label in the previous cell if that cell is in a kind column: `UID,2345…` under `id_type,id_no`. */
const kindBefore = (page: Page, nth: number): Label => {
  const { cells } = cellsOn(page);
  const [kind, cell] = [cells[nth - 1], cells[nth]!];
  if (kind === undefined || cell.start - kind.end > 3 || kind.end - kind.start > LONGEST_KIND)
    return LABEL.unknown;
  if (!hasWord(page, kind.head, KINDS_OF)) return LABEL.unknown;
  for (let at = kind.start; at < kind.end; at++)
    if (KINDS[page.codes[at]!] === KIND.digit) return LABEL.unknown;
  if (kind.end - kind.start === 1) return labelOfCode(page.codes[kind.start]!);
  const { label, attached } = labelOver(page, kind);
  return attached && label >= LABEL.aadhaar && label <= LABEL.other ? label : LABEL.unknown;
};

/** Returns the label that applies at a position: in a table the column's label, elsewhere the label before it. */
export const labelAt = (page: Page, at: number, word: number, skip: Label = LABEL.filler): Context => {
  const cells = cellsOn(page);
  const nth = cells.start.length === 0 ? -1 : lastUpTo(cells.start, at);
  const cell = nth >= 0 && at < cells.cells[nth]!.end ? cells.cells[nth] : undefined;
  if (cell === undefined) {
    const coded = codeBefore(page, at, word);
    if (coded !== LABEL.unknown) return contextFor(coded, true, false);
    return headed(page, at, word, labelBefore(page, at, word, skip));
  }
  const inside = labelBefore(page, at, word, skip, cell.start);
  if (inside.label !== LABEL.unknown) return inside;
  const column = labelOver(page, cell.head, skip);
  if (!OPEN_COLUMN.has(column.label)) return column;
  const kind = kindBefore(page, nth);
  if (kind !== LABEL.unknown) return contextFor(kind, true, false);
  return column.label === LABEL.unknown && numbersThing(page, cell.head)
    ? contextFor(LABEL.other, true, false)
    : column;
};

/** Returns whether a column contains the numbers of things that are neither people nor telephones: "Cat no.". */
const numbersThing = (page: Page, { start, end }: Stretch): boolean => {
  const last = lastUpTo(page.wordStart, end - 1);
  if (last < 1 || page.wordLabel[last] !== LABEL.number || page.wordStart[last - 1]! < start) return false;
  return page.wordLabel[last - 1] === LABEL.unknown && !isSomebody(page, last - 1);
};

/** Returns whether unit `at` is in a cell whose column has a header. */
export const isInTable = (page: Page, at: number): boolean => {
  const cells = cellsOn(page);
  return cells.start.length > 0 && cellAt(cells, at) !== undefined;
};
