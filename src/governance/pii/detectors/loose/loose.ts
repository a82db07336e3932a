/** Finds values whose spelling is recognisable only under their own label or column. */
import type { Candidate } from '../../candidate.ts';
import { isAskedFor } from '../../claims/asked.ts';
import { isSpeaker } from '../../claims/speech.ts';
import { LABEL, type Label } from '../../page/labels.ts';
import { labelOver } from '../../label/label-at.ts';
import { pastGap } from './loose-text.ts';
import { KINDS_BY_LABEL, readAt, type Kind } from './loose-values.ts';
import type { Page } from '../../page/page.ts';
import { isAlnum } from '../../shapes.ts';
import { cellAt, lastUpTo } from '../../structure/cells.ts';
import { cellsOn } from '../../structure/read.ts';

/** Maximum number of units from the label to its value. */
const REACH = 24;

/** Returns whether a word may come between a label and its value. */
const isBetween = (label: Label, own: Label): boolean =>
  label === own ||
  label === LABEL.number ||
  label === LABEL.filler ||
  label === LABEL.slot ||
  (label === LABEL.id && own !== LABEL.phone) ||
  (label === LABEL.card && (own === LABEL.aadhaar || own === LABEL.pan));

/** Returns the start of the value that belongs to the label at word `nth`, or -1. */
const valueOf = (page: Page, nth: number, own: Label): number => {
  let word = nth;
  const reach = page.wordEnd[nth]! + REACH;
  for (;;) {
    const start = pastGap(page, page.wordEnd[word]!, REACH);
    if (start < 0 || start > reach) return -1;
    const next = page.wordStart[word + 1];
    if (next !== start) return start;
    if (!isBetween(page.wordLabel[word + 1]!, own)) return start;
    word++;
  }
};

/** Returns whether a value is in a table cell but its label is outside it. In a cell, only the column's name counts. */
const leavesCell = (page: Page, label: number, value: number): boolean => {
  const cell = cellAt(cellsOn(page), value);
  return cell !== undefined && label < cell.start;
};

/** Finds values under labels and in columns that other detectors have missed. */
export const findLoose = (page: Page, taken: readonly Candidate[]): Candidate[] => {
  // Every value contains digits.
  if (page.groupStart.length === 0) return [];
  const more: Candidate[] = [];
  const starts = taken.map(({ start }) => start);
  let last = 0;
  const add = (candidate: Candidate | null): void => {
    if (candidate === null || candidate.start < last) return;
    const before = lastUpTo(starts, candidate.end - 1);
    if (before >= 0 && taken[before]!.end > candidate.start) return;
    more.push(candidate);
    last = candidate.end;
  };
  for (const nth of page.labels) {
    const own = page.wordLabel[nth]!;
    const kind = KINDS_BY_LABEL.get(own);
    if (kind === undefined || page.wordLabel[nth + 1] === own) continue;
    const start = valueOf(page, nth, own);
    if (
      start > 0 &&
      start >= last &&
      !(isSpeaker(page, start, nth + 1) && isAskedFor(page, start, nth + 1)) &&
      !isTaken(start, taken, starts) &&
      !leavesCell(page, page.wordStart[nth]!, start)
    )
      add(readAt(page, start, page.length, kind));
  }
  const inCells = findInCells(page, taken, starts);
  return inCells.length === 0 ? more : [...more, ...inCells.filter((one) => !overlaps(one, taken, starts))];
};

/** Returns whether a finding covers unit `at`. */
const isTaken = (at: number, taken: readonly Candidate[], starts: readonly number[]): boolean => {
  const before = lastUpTo(starts, at);
  return before >= 0 && taken[before]!.end > at;
};

const overlaps = (one: Candidate, taken: readonly Candidate[], starts: readonly number[]): boolean => {
  const before = lastUpTo(starts, one.end - 1);
  return before >= 0 && taken[before]!.end > one.start;
};

/** Finds values in table cells by their column names. */
const findInCells = (page: Page, taken: readonly Candidate[], starts: readonly number[]): Candidate[] => {
  const kinds = new Map<number, Kind | undefined>();
  const found: Candidate[] = [];
  for (const cell of cellsOn(page).cells) {
    const { head, end } = cell;
    if (!kinds.has(head.start)) {
      const { label, attached } = labelOver(page, head);
      kinds.set(head.start, attached ? KINDS_BY_LABEL.get(label) : undefined);
    }
    const kind = kinds.get(head.start);
    if (kind === undefined) continue;
    let { start } = cell;
    while (start < end && !isAlnum(page.codes[start]!)) start++;
    if (isTaken(start, taken, starts)) continue;
    const candidate = readAt(page, start, end, kind);
    if (candidate !== null) found.push(candidate);
  }
  return found;
};
