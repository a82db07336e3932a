import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorRunBody } from '../../../src/contract/operator.ts';
import type { OperatorLab } from './operators.ts';

/** Waits for a run's question and approves or refuses it once. */
export const answerQuestion = async (
  lab: OperatorLab,
  runId: string,
  approve: boolean,
): Promise<NonNullable<OperatorRunBody['pending_approval']>> => {
  for (;;) {
    const { pending_approval: question, status } = await lab.read(runId);
    if (status === 'done') throw new Error('the run has ended without a question');
    if (question !== null) {
      await lab.service.request('POST', `/v1/operators/runs/${runId}/approval`, { id: question.id, approve });
      while ((await lab.read(runId)).pending_approval?.id === question.id) await sleep(50);
      return question;
    }
    await sleep(50);
  }
};
