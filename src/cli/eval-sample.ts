import { createHash } from 'node:crypto';
import type { Run } from '../../clients/typescript/src/index.ts';
import type { ApiAccess } from './locate-service.ts';
import { countIn } from './eval/count.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { withClient } from './service-client.ts';

export interface SampleOptions {
  readonly decision?: string;
  readonly reviewed?: boolean;
  readonly count?: string;
  readonly among?: string;
  readonly seed?: string;
}

/**
 * Chooses finished runs at random and prints them as a data set that refers to their cases (`case_of`). The
 * content of the cases stays in the service. The same seed chooses the same runs.
 */
export const sampleRuns = async (
  access: ApiAccess,
  vertical: string,
  { decision, reviewed = false, seed = 'sample', ...options }: SampleOptions,
): Promise<Outcome> => {
  const count = countIn(options.count, 50);
  const among = countIn(options.among, 1000);
  return withClient(access, async (client) => {
    const found: Run[] = [];
    let seen = 0;
    for await (const run of client.runs.list({ vertical, status: 'succeeded', limit: 100 })) {
      seen += 1;
      const isWanted =
        (decision === undefined || run.decision === decision) &&
        (!reviewed || run.review?.state === 'decided');
      if (isWanted) found.push(run);
      if (seen >= among) break;
    }
    const chosen = found
      .map((run) => ({ run, order: createHash('sha256').update(`${seed} ${run.id}`).digest('hex') }))
      .toSorted((a, b) => (a.order < b.order ? -1 : 1))
      .slice(0, count)
      .map(({ run }) => caseFrom(run));
    return {
      code: EXIT.ok,
      json: { cases: chosen, among: found.length },
      text: chosen.map((each) => JSON.stringify(each)).join('\n'),
    };
  });
};

/** The run's decision is only a proposal of what to expect; the owner of the data set reviews it. */
const caseFrom = ({ id, vertical, decision, reasons, review }: Run) => ({
  id,
  vertical,
  case_of: id,
  expect: { decision, reasons: [...new Set(reasons.map(({ code }) => code))] },
  ...(review?.option != null && { note: `a person chose ${review.option}` }),
});
