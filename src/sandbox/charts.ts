import { createHash } from 'node:crypto';
import type { Chart } from './job.ts';
import { inspectPng } from './png.ts';

const MAX_CHARTS = 20;
const MAX_BYTES = 20 * 1024 * 1024;

interface Candidate {
  readonly name: string;
  /** True if the runner drew the picture from an open figure; false if the program saved the picture as a file. */
  readonly drawn: boolean;
  readonly png: Buffer;
}

const free = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/\.png$/iu, '');
  for (let number = 2; ; number += 1) {
    const name = `${stem}-${number}.png`;
    if (!taken.has(name)) return name;
  }
};

/** Name reported for a figure that the runner drew but that is left out. */
export const UNNAMED_FIGURE = 'figure';

interface Selection {
  readonly charts: readonly Chart[];
  /** Names of files, or `figure`, that are left out because they do not show any data. */
  readonly withoutData: readonly string[];
}

/**
 * Selects the pictures worth showing, in their original order. A picture must be valid and show data. Drops duplicates and gives
 * each picture a unique name.
 */
export const selectCharts = (candidates: readonly Candidate[]): Selection => {
  const charts: Chart[] = [];
  const withoutData: string[] = [];
  const seen = new Set<string>();
  const names = new Set<string>();
  let bytes = 0;
  let figures = 0;
  for (const { name, drawn, png } of candidates) {
    if (charts.length === MAX_CHARTS || bytes + png.length > MAX_BYTES) break;
    const digest = createHash('sha256').update(png).digest('hex');
    if (seen.has(digest)) continue;
    seen.add(digest);
    const found = inspectPng(png);
    if (found === 'no-data') withoutData.push(drawn ? UNNAMED_FIGURE : name);
    if (found !== 'picture') continue;
    if (drawn) figures += 1;
    const own = free(drawn ? `figure-${figures}.png` : name, names);
    names.add(own);
    bytes += png.length;
    charts.push({ name: own, png });
  }
  return { charts, withoutData };
};
