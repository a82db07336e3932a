import type { z } from 'zod';
import type { approvalBody } from '../../contract/operator.ts';
import { answerQuestion } from '../../runs/operator/answers.ts';
import { requestOperatorCancel } from '../../runs/operator/runs.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { dependencyAway, ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';
import { handOnCancel } from './hand-on-cancel.ts';

/**
 * Cancels an operator run, for a client of the API or a viewer of the live view.
 * @throws ProblemError 404
 */
export const cancelOperator = async (
  services: Pick<Services, 'db' | 'workflows' | 'log'>,
  { teamId, actor }: Caller,
  runId: string,
): Promise<void> =>
  handOnCancel(services, runId, await requestOperatorCancel(services.db, { teamId, runId }, actor));

const NOT_TAKEN = {
  absent: 'not-found',
  unknown: 'not-found',
  contradicts: 'answered-otherwise',
  ended: 'run-ended',
} as const;

const unfit = (): ProblemError =>
  new ProblemError('invalid-request', {
    errors: [
      {
        in: 'body',
        pointer: '/answer',
        message: 'does not fit the question: expected a text, one of the options, or nothing, as `wants` says',
      },
    ],
  });

/**
 * Answers an operator run's question, for a client of the API or a viewer of the live view.
 * @throws ProblemError if the answer cannot be accepted or Temporal cannot be reached
 */
export const answerOperator = async (
  { db, ledger, rings, workflows, log }: Pick<Services, 'db' | 'ledger' | 'rings' | 'workflows' | 'log'>,
  { teamId, actor }: Caller,
  runId: string,
  { id, approve, answer }: z.output<typeof approvalBody>,
): Promise<void> => {
  const given = { id, approve, actor, text: answer };
  const answered = await answerQuestion(db, ledger, rings.vault, { teamId, runId }, given);
  if (answered === 'unfit') throw unfit();
  if (typeof answered === 'string') throw new ProblemError(NOT_TAKEN[answered]);
  if (!answered.waiting) return;
  let delivered: boolean;
  try {
    delivered = await workflows.approveOperator(runId, answered.stands);
  } catch (error) {
    log.warn({ run_id: runId, error }, 'approval not delivered to Temporal');
    throw dependencyAway('Temporal');
  }
  if (!delivered) throw new ProblemError('run-ended');
};
