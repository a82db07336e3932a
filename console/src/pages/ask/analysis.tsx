import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { toBase64 } from '../../api/bytes.ts';
import { useAct } from '../../api/hooks.ts';
import { files as fileApi, work } from '../../api/work.ts';
import { Charts } from '../../parts/results.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { Asked, useAgentRun } from './asked.tsx';
import { EarlierRuns } from './earlier.tsx';
import { fileIdsIn } from './file-ids.ts';
import { AskFrame } from './frame.tsx';
import { GivenFiles } from './given-files.tsx';
import { DataAsRead, Tables } from './tables.tsx';

interface Wanted {
  readonly question: string;
  readonly files: readonly File[];
  readonly ids: readonly string[];
}

/** Answers a question about data. */
export const Analysis = () => {
  const { t } = useWords();
  const [, go] = useLocation();
  const [question, setQuestion] = useState('');
  const [ids, setIds] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const ask = useAct(async (wanted: Wanted, idempotencyKey) => {
    const datasets = [
      ...(await Promise.all(
        wanted.files.map(async (file) => ({ name: file.name, data_b64: await toBase64(file) })),
      )),
      ...wanted.ids.map((id) => ({ name: id, file_id: id })),
    ];
    return work.analyze({
      body: { question: wanted.question, datasets },
      headers: { Prefer: 'respond-async' },
      idempotencyKey,
    });
  });
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    ask.mutate(
      { question, files, ids: fileIdsIn(ids) },
      { onSuccess: ({ ledger_ref: ref }) => go(`/ask/analysis/${ref}`) },
    );
  };
  return (
    <AskFrame kind="analysis">
      <section aria-label={t('ask.analysis')}>
        <form onSubmit={submit}>
          <label>
            <span>{t('analysis.question')}</span>
            <textarea
              value={question}
              required
              onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
            />
          </label>
          <GivenFiles label={t('analysis.drop')} files={files} onChange={setFiles} />
          <label>
            <span>{t('ask.fileIds')}</span>
            <input value={ids} onInput={({ currentTarget }) => setIds(currentTarget.value)} />
          </label>
          {ask.isError && <Failure error={ask.error} />}
          <div>
            <button
              type="submit"
              class="main"
              disabled={ask.isPending || files.length + fileIdsIn(ids).length === 0}
            >
              {t('analysis.ask')}
            </button>
          </div>
        </form>
      </section>
      <EarlierRuns kind="analysis" />
    </AskFrame>
  );
};

/** One analysis, while it runs and afterwards. */
export const AnalysisRun = ({ params }: { readonly params: { readonly ref: string } }) => {
  const { t } = useWords();
  const { ref } = params;
  const { run, ...follow } = useAgentRun({ ref, events: '/v1/analyze/{ref}/events' }, async (signal) =>
    work.getAnalysis({ params: { ref }, signal }),
  );
  return (
    <AskFrame kind="analysis">
      {run.isPending && <Loading />}
      {run.isError && <Failure error={run.error} again={async () => run.refetch()} />}
      {run.data !== undefined && (
        <>
          <Asked
            run={run.data}
            answer={run.data.answer}
            follow={follow}
            cancel={async () => work.cancelAnalysis({ params: { ref } })}
            readFile={async (id) => fileApi.ofAnalysis({ params: { ref, id } })}
          />
          {run.data.charts.length > 0 && (
            <section aria-label={t('ask.charts')}>
              <Charts charts={run.data.charts} />
            </section>
          )}
          <Tables tables={run.data.tables} />
          <DataAsRead datasets={run.data.datasets} />
        </>
      )}
    </AskFrame>
  );
};
