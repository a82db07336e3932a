import { useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { getRun } from '../../../../src/contract/operations/runs.ts';
import { addressOf, type Reply } from '../../api/call.ts';
import { useFollow } from '../../api/follow.ts';
import { useRun } from '../../api/queries.ts';
import { useVerticals } from '../../api/verticals.ts';
import { Badge } from '../../parts/badge.tsx';
import { Reasons } from '../../parts/reasons.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Egress, Story } from '../../parts/story.tsx';
import { CancelRun } from './cancel.tsx';
import { Documents } from './documents.tsx';
import { LedgerRows } from './ledger-rows.tsx';
import { PassOn } from './pass-on.tsx';
import { Risk } from './risk.tsx';
import { Timeline } from './timeline.tsx';
import { WaitingFor } from './waiting-for.tsx';

type RunBody = Reply<typeof getRun>;

const Facts = ({ run }: { readonly run: RunBody }) => {
  const { t, name } = useWords();
  const { nameOf } = useVerticals();
  return (
    <dl>
      <dt>{t('runs.status')}</dt>
      <dd>
        <Badge kind="status" code={run.status} />
      </dd>
      <dt>{t('runs.case')}</dt>
      <dd>{run.case_id ?? t('app.none')}</dd>
      <dt>{t('runs.vertical')}</dt>
      <dd>{nameOf(run.vertical)}</dd>
      <dt>{t('run.mode')}</dt>
      <dd>{name('mode', run.mode)}</dd>
      <dt>{t('runs.created')}</dt>
      <dd>
        <FullTime iso={run.created_at} />
      </dd>
      <dt>{t('run.finished')}</dt>
      <dd>{run.finished_at === null ? t('app.none') : <FullTime iso={run.finished_at} />}</dd>
      {run.waiting_for !== null && <WaitingFor wait={run.waiting_for} />}
      {run.review !== null && (
        <>
          <dt>{t('run.review')}</dt>
          <dd>
            <Link href={`/reviews/${run.review.id}`}>
              <Badge kind="state" code={run.review.state} />
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
};

const Decision = ({ run }: { readonly run: RunBody }) => {
  const { t } = useWords();
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">{t('run.decision')}</h2>
      <p>
        {run.decision === null ? (
          t('run.undecided')
        ) : (
          <strong>
            <Badge kind="decision" code={run.decision} />
          </strong>
        )}
      </p>
      {run.error !== null && <p class="bad">{t('run.error', { message: run.error.message })}</p>}
      <h3>{t('run.reasons')}</h3>
      {run.reasons.length === 0 ? (
        <p>{run.decision === null ? t('run.undecided') : t('run.noReasons')}</p>
      ) : (
        <Reasons reasons={run.reasons} />
      )}
    </section>
  );
};

/** One run: its decision, its documents, its model's work, its steps as they happen, and its ledger rows. */
export const Run = ({ params }: { readonly params: { readonly id: string } }) => {
  const { t } = useWords();
  const run = useRun(params.id);
  const isRunning = run.data?.status === 'running';
  const queries = useQueryClient();
  const { story, connection } = useFollow(addressOf('/v1/workforce/runs/{id}/events', params), {
    isRunning,
    readAgain: () => void queries.invalidateQueries({ queryKey: ['run', params.id] }),
  });
  useTitle(t('run.title', { id: params.id }));
  if (run.isPending) return <Loading />;
  if (run.isError) return <Failure error={run.error} again={async () => run.refetch()} />;
  return (
    <>
      <h1>{t('run.title', { id: run.data.id })}</h1>
      {isRunning && connection !== 'off' && (
        <p class="quiet" role="status">
          {t(connection === 'live' ? 'run.live' : 'run.reconnecting')}
        </p>
      )}
      <div class="cards">
        <section aria-label={t('runs.run')}>
          <Facts run={run.data} />
          <PassOn run={run.data} />
          {isRunning && <CancelRun id={run.data.id} />}
        </section>
        <Decision run={run.data} />
        {run.data.risk !== null && <Risk risk={run.data.risk} />}
      </div>
      <Documents run={run.data} />
      {run.data.mode === 'live' && <Story story={story} isRunning={isRunning} />}
      <Egress story={story} />
      <Timeline steps={run.data.steps} />
      <LedgerRows
        id={run.data.id}
        ledgerRef={run.data.ledger_ref}
        isRepeated={isRunning && connection !== 'live'}
      />
    </>
  );
};
