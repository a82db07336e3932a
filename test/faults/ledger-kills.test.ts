import { expect, inject, it } from 'vitest';
import { killUnderLoad } from '../../bench/lib/kills.ts';

/** The suite kills each process only once; `node bench/ledger-kills.ts` kills them a hundred times. */
const KILLS = 3;

it(
  'kill -9 of Postgres, the worker and the API under load neither loses nor duplicates an acknowledged row',
  { timeout: 300_000 },
  async () => {
    const report = await killUnderLoad({
      temporalAddress: inject('temporalAddress'),
      bundle: inject('workflowBundle'),
      kills: KILLS,
    });
    expect(report).toMatchObject({
      kills: { postgres: 1, worker: 1, api: 1 },
      lost: [],
      doubled: [],
      runsNotSucceeded: 0,
      brokenChains: 0,
      offline: 'ok',
      discrepancies: [],
    });
    expect(report.acknowledged.scans).toBeGreaterThan(20);
    // A review that a later run of the same claim closed also has a workflow.
    expect(report.workflows).toBeGreaterThanOrEqual(report.acknowledged.runs);
    expect(report.covered).toBeGreaterThan(0);
  },
);
