import { REFUSALS } from '../../governance/operators/check-action.ts';
import type { OperatorAction } from '../../contract/operator-action.ts';
import { checkOutput } from '../../runs/output-schema.ts';
import { stepsOf } from '../../runs/operator/steps.ts';
import { type CallRecord, refusedAs } from './call-record.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { caseOfRun } from './desktop-of-run.ts';

type Finish = Extract<OperatorAction, { action: 'finish' }>;

/** What happens to a run whose model calls `finish`. */
export type CheckedFinish =
  | { readonly how: 'finished'; readonly output?: unknown }
  /** The model gets one chance to correct its output. */
  | { readonly how: 'corrected'; readonly words: string }
  | { readonly how: 'invalid' };

/** Description of a step whose output needed a correction. A finish may also be refused for other reasons. */
const UNFIT = refusedAs('output-invalid');

/** Checks the output of a success against the schema that the request asked for. */
export const checkFinish = async (
  deps: Pick<DesktopDependencies, 'db' | 'vaultRing'>,
  { input: { run }, n }: CallRecord,
  { success, output }: Finish,
): Promise<CheckedFinish> => {
  const { output_schema: schema } = await caseOfRun(deps, run);
  if (schema === undefined || !success) return { how: 'finished' };
  const checked =
    output === undefined ? { faults: ['output is missing'] } : checkOutput(schema, JSON.stringify(output));
  if ('output' in checked) return { how: 'finished', output: checked.output };
  const before = await stepsOf(deps.db, { teamId: run.team_id, runId: run.run_id });
  const again = before.some((step) => step.action === 'finish' && step.detail === UNFIT && step.n < n);
  if (again) return { how: 'invalid' };
  return { how: 'corrected', words: `${REFUSALS['output-invalid']} ${checked.faults.join('; ')}` };
};
