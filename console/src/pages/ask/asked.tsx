import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { agentRunState } from '../../../../src/contract/agent-run.ts';
import type { z } from 'zod';
import { addressOf } from '../../api/call.ts';
import { useFollow } from '../../api/follow.ts';
import { whilePresent } from '../../api/presence.ts';
import { Badge } from '../../parts/badge.tsx';
import { Prove } from '../../parts/prove.tsx';
import { Files } from '../../parts/results.tsx';
import { Failure } from '../../parts/states.tsx';
import { Egress, Story } from '../../parts/story.tsx';
import { FullTime } from '../../parts/time.tsx';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';

/** The parts that agent tasks and analyses have in common. */
export type AgentRun = {
  [K in keyof typeof agentRunState]: z.output<(typeof agentRunState)[K]>;
};

const READ_EVERY_MS = 5_000;

/** Reads an agent run, and follows its events while it is running. */
export const useAgentRun = <R extends AgentRun>(
  { ref, events }: { readonly ref: string; readonly events: string },
  read: (signal: AbortSignal) => Promise<R>,
) => {
  const queries = useQueryClient();
  const key = ['asked', ref];
  const run = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => read(signal),
    // The events tell sooner; this is for a service that has no more room for streams.
    refetchInterval: ({ state }) => state.data?.status === 'running' && whilePresent(READ_EVERY_MS)(),
  });
  const isRunning = run.data?.status === 'running';
  const { story, connection } = useFollow(addressOf(events, { ref }), {
    isRunning,
    readAgain: () => void queries.invalidateQueries({ queryKey: key }),
  });
  return { run, story, connection, isRunning };
};

const Facts = ({ run }: { readonly run: AgentRun }) => {
  const { t, number } = useWords();
  return (
    <dl>
      <dt>{t('runs.status')}</dt>
      <dd>
        <Badge kind="status" code={run.status} />
      </dd>
      <dt>{t('start.model')}</dt>
      <dd>{run.model.name}</dd>
      <dt>{t('ask.tokens')}</dt>
      <dd>{number(run.model.input_tokens + run.model.output_tokens)}</dd>
      <dt>{t('runs.created')}</dt>
      <dd>
        <FullTime iso={run.created_at} />
      </dd>
      {run.finished_at !== null && (
        <>
          <dt>{t('run.finished')}</dt>
          <dd>
            <FullTime iso={run.finished_at} />
          </dd>
        </>
      )}
      {run.waiting_for !== null && (
        <>
          <dt>{t('run.waitingFor')}</dt>
          <dd>
            <Link href={`/reviews/${run.waiting_for.review_id}`}>
              {t('run.waitingReview', { tool: run.waiting_for.tool })}
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
};

/** The answer, with the service's doubts about it. */
const Answer = ({ run, text }: { readonly run: AgentRun; readonly text: string | null }) => {
  const { t } = useWords();
  return (
    <section aria-labelledby="answer">
      <h2 id="answer">{t('ask.answer')}</h2>
      {text !== null && <p class="said">{text}</p>}
      {text === null && run.error === null && <p>{t('ask.noAnswerYet')}</p>}
      {run.error !== null && (
        <p class="bad">
          {run.error.message} <code>{run.error.code}</code>
        </p>
      )}
      {run.output != null && <Value value={run.output} />}
      {run.unverified_numbers.length > 0 && (
        <p class="bad">{t('ask.unverified', { numbers: run.unverified_numbers.join(', ') })}</p>
      )}
      {run.disabled_links.length > 0 && (
        <p>{t('ask.disabledLinks', { hosts: run.disabled_links.join(', ') })}</p>
      )}
    </section>
  );
};

const Cancel = ({ cancel }: { readonly cancel: () => Promise<unknown> }) => {
  const { t } = useWords();
  const cancelled = useMutation({ mutationFn: cancel });
  return (
    <p>
      <button
        type="button"
        disabled={cancelled.isPending || cancelled.isSuccess}
        onClick={() => cancelled.mutate()}
      >
        {t('ask.cancel')}
      </button>
      {cancelled.isError && <Failure error={cancelled.error} />}
    </p>
  );
};

/** An agent run: its answer, its steps as they happen, and its files. */
export const Asked = ({
  run,
  answer,
  follow: { story, connection, isRunning },
  cancel,
  readFile,
}: {
  readonly run: AgentRun;
  readonly answer: string | null;
  readonly follow: Pick<ReturnType<typeof useAgentRun>, 'story' | 'connection' | 'isRunning'>;
  readonly cancel: () => Promise<unknown>;
  readonly readFile: (id: string) => Promise<Blob>;
}) => {
  const { t } = useWords();
  const shown = (files: AgentRun['files']) =>
    files.map(({ id, name, size }) => ({
      id,
      name,
      size,
      read: id === null ? undefined : async () => readFile(id),
    }));
  return (
    <>
      {isRunning && connection !== 'off' && (
        <p class="quiet" role="status">
          {t(connection === 'live' ? 'run.live' : 'run.reconnecting')}
        </p>
      )}
      <div class="cards">
        <section aria-label={run.ledger_ref}>
          <Facts run={run} />
          {isRunning && <Cancel cancel={cancel} />}
        </section>
        <Answer run={run} text={answer} />
      </div>
      <Story story={story} isRunning={isRunning} />
      <Egress story={story} />
      {run.input_files.length + run.files.length > 0 && (
        <section aria-label={t('ask.files')}>
          <p class="quiet">{t('ask.filesHelp')}</p>
          <Files title={t('ask.inputFiles')} files={shown(run.input_files)} />
          <Files title={t('ask.files')} files={shown(run.files)} />
        </section>
      )}
      <p>
        <Prove ledgerRef={run.ledger_ref} />
      </p>
    </>
  );
};
