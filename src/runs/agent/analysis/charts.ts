import { createHash } from 'node:crypto';
import { UNNAMED_FIGURE } from '../../../sandbox/charts.ts';

export interface StoredChart {
  readonly name: string;
  readonly png_b64: string;
}

/** The charts from one run of code. A failed run's charts may be unfinished. */
export interface ChartsOfRun {
  readonly failed: boolean;
  readonly charts: readonly StoredChart[];
  /** Pictures without any data in them: PNG file names, and `figure` for each figure without a file. */
  readonly withoutData: readonly string[];
}

interface ChartsOfSession {
  readonly charts: readonly StoredChart[];
  readonly withoutData: readonly string[];
}

const MAX_CHARTS = 20;
const MAX_BYTES = 20 * 1024 * 1024;
/** Generated file names of figures that were shown or left open. Such a name does not identify a figure across runs. */
const DRAWN = /^figure-\d+\.png$/u;

/**
 * Returns a whole session's charts in the order in which they were made. A picture counts once, even if its file is still there
 * in later runs. A redrawn file replaces its earlier version. Pictures without data are listed if they have not been replaced:
 * files that still exist, and figures after which no chart was made.
 */
export const chartsOfSession = (runs: readonly ChartsOfRun[]): ChartsOfSession => {
  const byName = new Map<string, StoredChart>();
  const seen = new Set<string>();
  let figures = 0;
  let emptyFigures: string[] = [];
  let emptyFiles: string[] = [];
  for (const { failed, charts, withoutData } of runs) {
    if (failed) continue;
    const known = seen.size;
    for (const chart of charts) {
      const digest = createHash('sha256').update(chart.png_b64).digest('hex');
      if (seen.has(digest)) continue;
      seen.add(digest);
      let { name } = chart;
      if (DRAWN.test(name)) {
        do figures += 1;
        while (byName.has(`figure-${figures}.png`));
        name = `figure-${figures}.png`;
      }
      byName.set(name, { name, png_b64: chart.png_b64 });
    }
    const empty = withoutData.filter((name) => name === UNNAMED_FIGURE);
    emptyFigures = seen.size > known ? empty : [...emptyFigures, ...empty];
    emptyFiles = withoutData.filter((name) => name !== UNNAMED_FIGURE);
  }
  let bytes = 0;
  return {
    charts: [...byName.values()]
      .slice(0, MAX_CHARTS)
      .filter(({ png_b64 }) => (bytes += png_b64.length * 0.75) <= MAX_BYTES),
    withoutData: [...emptyFiles.filter((name) => !byName.has(name)), ...emptyFigures],
  };
};

/** Returns a remark to append to an answer if charts were left out because they have no data; otherwise an empty string. */
export const chartRemarks = ({ withoutData }: ChartsOfSession): string => {
  const named = withoutData.filter((name) => name !== UNNAMED_FIGURE);
  const unnamed = withoutData.length - named.length;
  if (unnamed > 0) named.push(unnamed === 1 ? 'a figure' : `${unnamed} figures`);
  return named.length === 0 ? '' : `Left out of the charts because they show no data: ${named.join(', ')}.`;
};

const PICTURE = /[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}_.-]*\.(?:png|jpe?g|svg|gif|webp|pdf)(?![\p{L}\p{N}])/giu;
/** A statement that a chart exists, in the languages of most questions. */
const CLAIM =
  /\b(?:charts?|plots?|graphs?)\b[^.\n]{0,60}\b(?:saved|attached|above|below|shows?|shown|drawn|created|generated)\b|(?:चार्ट|ग्राफ)[^।\n]{0,60}(?:सहेज|दिखा|बना)/iu;
/** Words beside a file name that say it was made here. File names of the data itself may be in an answer, too. */
const MADE = /\b(?:saved?|stored|attached|see|charts?|plots?|graphs?|figures?)\b|चार्ट|ग्राफ|सहेज/iu;
const DENIAL = /\b(?:no|not|cannot|could|without|unable)\b|n't\b|नहीं/iu;

/**
 * Returns a remark about charts that an answer mentions but that do not exist; otherwise an empty string. A model may claim to
 * have saved a chart that its code never drew.
 */
export const missingChartRemarks = (answer: string, { charts, withoutData }: ChartsOfSession): string => {
  const there = new Set(
    [...charts.map(({ name }) => name), ...withoutData].map((name) => name.toLowerCase()),
  );
  const sentences = answer.split(/(?<=[.!?।])\s|\n/u);
  const mentioned = sentences
    .filter((sentence) => MADE.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(PICTURE)].map(([name]) => name));
  const missing = [...new Set(mentioned)].filter((name) => !there.has(name.toLowerCase()));
  if (missing.length > 0) return `Mentioned in the answer but not among its charts: ${missing.join(', ')}.`;
  const claims = sentences.some((sentence) => CLAIM.test(sentence) && !DENIAL.test(sentence));
  return charts.length === 0 && withoutData.length === 0 && mentioned.length === 0 && claims
    ? 'The answer mentions a chart, but no chart was drawn.'
    : '';
};
