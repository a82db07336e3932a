/** What detectors are given and what they return. */
import type { FindingType } from '../identifiers/types.ts';
import { isSpeaker } from './claims/asked.ts';
import { claimOn } from './claims/pool.ts';
import { listedUnder } from './claims/series.ts';
import { firmly, type Context } from './context.ts';
import { labelAt } from './label-at.ts';
import { LABEL } from './labels.ts';
import { edgeBefore, follow, newChain, type Chain } from './numbers.ts';
import type { Page } from './page.ts';

/** An identifier found: units `[start, end)` of the reading. */
export interface Candidate {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/** What a detector sees: the page, one run of digits with the runs after it, and which runs are taken. */
export interface Search {
  readonly page: Page;
  readonly chain: Chain;
  readonly claimed: Uint8Array;
  group: number;
  start: number;
  edge: number;
  context: Context | null;
}

/** A detector: the identifier that begins at (or is built around) the search's run, or null. */
export type Detector = (search: Search) => Candidate | null;

/** One for all searches: a scan runs to its end before another begins, and `moveTo` fills it anew. */
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

/** The label before the search's run, worked out once for all detectors. */
export const contextOf = (search: Search): Context => {
  if (search.context !== null) return search.context;
  const { page, group, start } = search;
  const word = page.groupWord[group]!;
  const own = labelAt(page, start, word);
  // Where its own label says what the number is, nobody asks the words around it and its other mentions.
  const firm = own.attached && own.label !== LABEL.id && own.label !== LABEL.thing;
  if (firm && !(own.label === LABEL.phone && isSpeaker(page, start, word))) return (search.context = own);
  const claim = claimOn(page, group);
  if (claim !== LABEL.unknown) return (search.context = firmly(claim));
  return (search.context = (own.attached ? null : listedUnder(page, group)) ?? own);
};

/** The same, with "card" as filler: "Aadhaar card 2345…" stands under Aadhaar. */
export const contextPastCard = (search: Search): Context => {
  const context = contextOf(search);
  if (context.label !== LABEL.card) return context;
  return labelAt(search.page, search.start, search.page.groupWord[search.group]!, LABEL.card);
};

/** The flags of `EDGE` before the search's run. */
export const edgeOf = (search: Search): number => {
  if (search.edge < 0) search.edge = edgeBefore(search.page, search.start);
  return search.edge;
};
