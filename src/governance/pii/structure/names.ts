/** Which words make names of columns. */
import { hashOf, LABEL, type Label } from '../labels.ts';
import type { Page } from '../page.ts';
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

/** Words of columns that count what a program did: "xact", "received", "blks_hit". */
const COUNTERS: ReadonlySet<number> = new Set(
  `xact xacts tx rx query queries received sent recv total totals count counts counter bytes octets packets pkts frames hits hit
  misses blks blk tuples tup rows reads writes read written returned fetched inserted flushed scans errors drops dropped
  wait waits usec lag offset lsn ops iops`
    .split(/\s+/)
    .map((word) => hashOf(word)),
);

/** Names of the two columns of a table of fields and their values. */
const OF_FIELDS: ReadonlySet<number> = new Set(
  'field fields value values particular particulars detail details attribute parameter description key property label'
    .split(' ')
    .map((word) => hashOf(word)),
);

/** Whether the last word of a column's name says that the column counts. */
export const counts = (page: Page, { start, end }: Stretch): boolean => {
  const last = lastUpTo(page.wordStart, end - 1);
  return last >= 0 && page.wordStart[last]! >= start && COUNTERS.has(page.wordHash[last]!);
};

/** Whether a word in the stretch says what a column holds: one that labels, two that count, or a pair of fields and values. */
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
