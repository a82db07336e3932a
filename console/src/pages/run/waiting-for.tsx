import { Link } from 'wouter-preact';
import type { RunBody } from '../../../../src/contract/run.ts';
import { useWords } from '../../words/index.tsx';

type Wait = NonNullable<RunBody['waiting_for']>;

/** What a running run waits for: a person's decision, or the answer of a connector. */
export const WaitingFor = ({ wait }: { readonly wait: Wait }) => {
  const { t, fullTime } = useWords();
  return (
    <>
      <dt>{t('run.waitingFor')}</dt>
      <dd>
        {wait.kind === 'review' ? (
          <Link href={`/reviews/${wait.review_id}`}>{t('run.waitingReview', { tool: wait.tool })}</Link>
        ) : (
          t('run.waitingRecords', {
            records: wait.records,
            connector: wait.connector,
            code: wait.code,
            time: fullTime(wait.since),
          })
        )}
      </dd>
    </>
  );
};
