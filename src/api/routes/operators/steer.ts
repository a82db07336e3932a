import { approveOperatorAction, cancelOperatorRun } from '../../../contract/operations/operators.ts';
import { answerQuestion } from '../../../runs/operator/answers.ts';
import { readOperatorRun, requestOperatorCancel } from '../../../runs/operator/runs.ts';
import { handOnCancel } from '../../runs/hand-on-cancel.ts';
import { withSafeResult } from '../../runs/operator-run.ts';
import { dependencyAway, ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

export const cancelOperatorRunRoute = route(cancelOperatorRun, async ({ params, caller }, services) => {
  const { db, rings } = services;
  const ref = { teamId: caller.teamId, runId: params.run_id };
  await handOnCancel(services, params.run_id, await requestOperatorCancel(db, ref, caller.keyId));
  const run = (await readOperatorRun(db, rings.vault, ref))!;
  return { status: 202, body: await withSafeResult(services, ref.teamId, run) };
});

const NOT_TAKEN = {
  absent: 'not-found',
  unknown: 'not-found',
  contradicts: 'answered-otherwise',
  ended: 'run-ended',
} as const;

export const approveOperatorActionRoute = route(
  approveOperatorAction,
  async ({ params, body, caller }, services) => {
    const { db, workflows, rings, log } = services;
    const ref = { teamId: caller.teamId, runId: params.run_id };
    const answered = await answerQuestion(db, ref, { ...body, key_id: caller.keyId });
    if (typeof answered === 'string') throw new ProblemError(NOT_TAKEN[answered]);
    if (answered.waiting) {
      let delivered: boolean;
      try {
        delivered = await workflows.approveOperator(params.run_id, answered.stands);
      } catch (error) {
        log.warn({ run_id: params.run_id, error }, 'approval not delivered to Temporal');
        throw dependencyAway('Temporal');
      }
      if (!delivered) throw new ProblemError('run-ended');
    }
    const run = (await readOperatorRun(db, rings.vault, ref))!;
    return { status: 202, body: await withSafeResult(services, ref.teamId, run) };
  },
);
