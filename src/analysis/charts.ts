import { createHash } from 'node:crypto';

export interface StoredChart {
  readonly name: string;
  readonly png_b64: string;
}

/** What one run of code left; a run that failed may have left a picture half made. */
export interface ChartsOfRun {
  readonly failed: boolean;
  readonly charts: readonly StoredChart[];
}

const MAX_CHARTS = 20;
const MAX_BYTES = 20 * 1024 * 1024;
/** Names of figures that were shown or left open: they say nothing of which figure it is. */
const DRAWN = /^figure-\d+\.png$/u;

/**
 * The charts of a whole session in the order of their making. A picture counts once, also where its file lay there during
 * later runs; a file that was drawn anew stands for its earlier version.
 */
export const chartsOfSession = (runs: readonly ChartsOfRun[]): readonly StoredChart[] => {
  const byName = new Map<string, StoredChart>();
  const seen = new Set<string>();
  let figures = 0;
  for (const { failed, charts } of runs) {
    if (failed) continue;
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
  }
  let bytes = 0;
  return [...byName.values()]
    .slice(0, MAX_CHARTS)
    .filter(({ png_b64 }) => (bytes += png_b64.length * 0.75) <= MAX_BYTES);
};
