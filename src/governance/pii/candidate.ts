/** The detectors' input and output types. */
import type { FindingType } from '../identifiers/types.ts';
import { isSpeaker } from './claims/speech.ts';
import { claimOn } from './claims/pool.ts';
import { listedUnder } from './claims/series.ts';
import { firmly, type Context } from './label/context.ts';
import { labelAt } from './label/label-at.ts';
import { LABEL } from './page/labels.ts';
import { edgeBefore, follow, newChain, type Chain } from './numbers.ts';
import type { Page } from './page/page.ts';

/** An identifier found at `[start, end)` in the page's text. */
export interface Candidate {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/** Input of a detector: the page, one run of digits and the runs after it, and the runs already taken. */
export interface Search {
  readonly page: Page;
  readonly chain: Chain;
  readonly claimed: Uint8Array;
  group: number;
  start: number;
  edge: number;
  context: Context | null;
}

/** Returns the identifier that starts at the search's run or is built around it, or null. */
export type Detector = (search: Search) => Candidate | null;

/** All searches share this chain, because scans do not overlap and `moveTo` overwrites it. */
const CHAIN = newChain();

export const newSearch = (page: Page, claimed: Uint8Array): Search => ({
  page,
  chain: CHAIN,
  claimed,
  group: 0,
  start: 0,
  edge: -1,
  context: null,
});

/** Moves the search to run `group`. */
export const moveTo = (search: Search, group: number): void => {
  search.group = group;
  search.start = search.page.groupStart[group]!;
  search.edge = -1;
  search.context = null;
  follow(search.page, group, search.chain, search.claimed);
};

/** Returns the label before the search's run, computed once for all detectors. */
export const contextOf = (search: Search): Context => {
  if (search.context !== null) return search.context;
  const { page, group, start } = search;
  const word = page.groupWord[group]!;
  const own = labelAt(page, start, word);
  // A label attached to the number outweighs the words around it and other mentions of it.
  const firm = own.attached && own.label !== LABEL.id && own.label !== LABEL.thing;
  if (firm && !(own.label === LABEL.phone && isSpeaker(page, start, word))) return (search.context = own);
  const claim = claimOn(page, group);
  if (claim !== LABEL.unknown) return (search.context = firmly(claim));
  return (search.context = (own.attached ? null : listedUnder(page, group)) ?? own);
};

/** Returns the label before the search's run, treating "card" as filler: "Aadhaar card 2345…" has the label Aadhaar. */
export const contextPastCard = (search: Search): Context => {
  const context = contextOf(search);
  if (context.label !== LABEL.card) return context;
  return labelAt(search.page, search.start, search.page.groupWord[search.group]!, LABEL.card);
};

/** Returns the `EDGE` flags for the text before the search's run. */
export const edgeOf = (search: Search): number => {
  if (search.edge < 0) search.edge = edgeBefore(search.page, search.start);
  return search.edge;
};
