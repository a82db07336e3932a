/** Recognises column names. */
import { hashOf, LABEL, type Label } from '../page/labels.ts';
import type { Page } from '../page/page.ts';
import { lastUpTo, type Stretch } from './cells.ts';

const TELLS: ReadonlySet<Label> = new Set<Label>([
  LABEL.aadhaar,
  LABEL.vid,
  LABEL.pan,
  LABEL.gstin,
  LABEL.card,
  LABEL.phone,
  LABEL.email,
  LABEL.account,
  LABEL.ifsc,
  LABEL.upi,
  LABEL.voter,
  LABEL.passport,
  LABEL.licence,
  LABEL.other,
  LABEL.money,
  LABEL.id,
  LABEL.party,
]);

/** Words in the names of columns that contain a program's counters: "xact", "received", "blks_hit". */
const COUNTERS: ReadonlySet<number> = new Set(
  `xact xacts tx rx query queries received sent recv total totals count counts counter bytes octets packets pkts frames hits hit
  misses blks blk tuples tup rows reads writes read written returned fetched inserted flushed scans errors drops dropped
  wait waits usec lag offset lsn ops iops`
    .split(/\s+/)
    .map((word) => hashOf(word)),
);

/** Column names in tables of fields and values. */
const OF_FIELDS: ReadonlySet<number> = new Set(
  'field fields value values particular particulars detail details attribute parameter description key property label'
    .split(' ')
    .map((word) => hashOf(word)),
);

/** Returns whether the last word in a column's name stands for a counter. */
export const counts = (page: Page, { start, end }: Stretch): boolean => {
  const last = lastUpTo(page.wordStart, end - 1);
  return last >= 0 && page.wordStart[last]! >= start && COUNTERS.has(page.wordHash[last]!);
};

/**
 * Returns whether the range contains column names: a label, two counter words, or the names of a field column and a value column.
 */
export const tells = (page: Page, { start, end }: Stretch): boolean => {
  let counted = 0;
  let fields = 0;
  for (let nth = lastUpTo(page.wordStart, start - 1) + 1; page.wordStart[nth]! < end; nth++) {
    if (TELLS.has(page.wordLabel[nth]!)) return true;
    if (COUNTERS.has(page.wordHash[nth]!) && ++counted > 1) return true;
    if (OF_FIELDS.has(page.wordHash[nth]!) && ++fields > 1) return true;
  }
  return false;
};
