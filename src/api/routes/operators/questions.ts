import { listOperatorQuestions } from '../../../contract/operations/operators.ts';
import { disableLinks } from '../../../governance/answers/links.ts';
import { actorOf, vaultRead } from '../../../ledger/index.ts';
import { readQuestions } from '../../../runs/operator/questions.ts';
import { ProblemError } from '../../http/problem.ts';
import { linkPolicyOf } from '../../runs/link-policy.ts';
import { route } from '../../services/route.ts';

export const listOperatorQuestionsRoute = route(
  listOperatorQuestions,
  async ({ params, caller, requestId }, services) => {
    const { db, rings, ledger } = services;
    const { teamId } = caller;
    const questions = await readQuestions(db, rings.vault, { teamId, runId: params.run_id });
    if (questions === undefined) throw new ProblemError('not-found');
    const answers = questions.filter(({ answer }) => answer !== null).length;
    if (answers > 0)
      await ledger.append(
        vaultRead(
          { teamId, actor: actorOf(caller, requestId) },
          'Answers of people to an operator were read.',
          { ref: params.run_id, answers },
        ),
      );
    const policy = await linkPolicyOf(services, teamId);
    const safe = questions.map((question) => ({
      ...question,
      detail: question.detail === null ? null : disableLinks(question.detail, policy).text,
    }));
    return { status: 200, body: { questions: safe } };
  },
);
