import { useQuery } from '@tanstack/preact-query';
import type { OperatorQuestionBody, OperatorRunBody } from '../../../../src/contract/operator.ts';
import { operators } from '../../api/operators.ts';
import { work } from '../../api/work.ts';
import { ActorName } from '../../parts/actor.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';
import { rowsOfSteps } from './rows-of-steps.ts';

/** Reads the ledger rows of a run, again whenever it has more steps. */
const useRows = (run: OperatorRunBody) =>
  useQuery({
    queryKey: ['operator', run.run_id, 'rows', run.steps.length, run.status],
    queryFn: async ({ signal }) => work.getLedger({ params: { ref: run.ledger_ref }, signal }),
  });

/** Reads what a run asked, once its rows say that it asked something. Reading answers is recorded. */
const useQuestions = (run: OperatorRunBody, isAsked: boolean) =>
  useQuery({
    queryKey: ['operator', run.run_id, 'questions', run.steps.length, run.status],
    queryFn: async ({ signal }) => operators.questions({ params: { run_id: run.run_id }, signal }),
    enabled: isAsked,
  });

const Question = ({ question }: { readonly question: OperatorQuestionBody }) => {
  const { t } = useWords();
  return (
    <dl>
      <dt>{t('operators.question')}</dt>
      <dd>{question.detail ?? t('operators.questionErased')}</dd>
      <dt>{t('operators.answer')}</dt>
      <dd>
        <Badge kind="opanswer" code={question.state} /> {question.answer}{' '}
        {question.answered_by !== null && <ActorName actor={question.answered_by} />}
      </dd>
    </dl>
  );
};

/** The ledger rows that belong to a step, with what was asked and answered before it. */
export const StepRows = ({ run, n }: { readonly run: OperatorRunBody; readonly n: number }) => {
  const { t, number } = useWords();
  const rows = useRows(run);
  const asks = rows.data?.entries.some(({ action }) => action === 'operator.ask') === true;
  const questions = useQuestions(run, asks);
  if (rows.isPending) return <Loading />;
  if (rows.isError) return <Failure error={rows.error} again={async () => rows.refetch()} />;
  const own = rowsOfSteps(rows.data.entries).get(n) ?? [];
  const asked = own.filter(({ action }) => action === 'operator.ask').map(({ detail }) => detail['id']);
  const isLast = run.steps.at(-1)?.n === n;
  return (
    <>
      {questions.isError && <Failure error={questions.error} again={async () => questions.refetch()} />}
      {questions.data?.questions
        .filter(({ id }) => asked.includes(id))
        .map((question) => (
          <Question key={question.id} question={question} />
        ))}
      <h3>{t(isLast && run.status === 'done' ? 'operators.rowsAll' : 'operators.rows')}</h3>
      {own.length === 0 && <p>{t('operators.noRow')}</p>}
      <ul class="plain">
        {own.map((row) => (
          <li key={row.seq}>
            <strong>
              {number(row.seq)} · {row.action}
            </strong>{' '}
            <Time iso={row.created_at} /> {row.summary}
            <br />
            <code>{row.row_hash}</code>
          </li>
        ))}
      </ul>
    </>
  );
};
