import { createHash } from 'node:crypto';
import type { Chart } from './job.ts';
import { inspectPng } from './png.ts';

const MAX_CHARTS = 20;
const MAX_BYTES = 20 * 1024 * 1024;

interface Candidate {
  readonly name: string;
  /** Drawn by the runner from an open figure; else a file that the program saved. */
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

/** The pictures worth showing, in the order of their making: valid, not blank, each once, with a name of its own. */
export const selectCharts = (candidates: readonly Candidate[]): readonly Chart[] => {
  const charts: Chart[] = [];
  const seen = new Set<string>();
  const names = new Set<string>();
  let bytes = 0;
  let figures = 0;
  for (const { name, drawn, png } of candidates) {
    if (charts.length === MAX_CHARTS || bytes + png.length > MAX_BYTES) break;
    const digest = createHash('sha256').update(png).digest('hex');
    if (seen.has(digest) || inspectPng(png) !== 'picture') continue;
    seen.add(digest);
    if (drawn) figures += 1;
    const own = free(drawn ? `figure-${figures}.png` : name, names);
    names.add(own);
    bytes += png.length;
    charts.push({ name: own, png });
  }
  return charts;
};
