import type { FindingType } from '../identifiers/types.ts';
import type { Chain } from './numbers.ts';
import type { Page } from './page.ts';

/** An identifier found: units `[start, end)` of the reading. */
export interface Candidate {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/** What a detector sees: the page, the run of digits it starts from, the runs after it, and which runs are taken. */
export interface Search {
  readonly page: Page;
  readonly chain: Chain;
  readonly claimed: Uint8Array;
  group: number;
}

/** A detector: the identifier that begins at (or is built around) the search's run, or null. */
export type Detector = (search: Search) => Candidate | null;
