import { toBase64 } from '../../api/bytes.ts';
import { files as fileApi, work } from '../../api/work.ts';
import { Charts } from '../../parts/results.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { AgentForm, type Wanted } from './agent-form.tsx';
import { Asked, useAgentRun } from './asked.tsx';
import { EarlierRuns } from './earlier.tsx';
import { AskFrame } from './frame.tsx';
import { DataAsRead, Tables } from './tables.tsx';

const start = async ({ text, files, ids }: Wanted, idempotencyKey: string) => {
  const datasets = [
    ...(await Promise.all(files.map(async (file) => ({ name: file.name, data_b64: await toBase64(file) })))),
    ...ids.map((id) => ({ name: id, file_id: id })),
  ];
  return work.analyze({
    body: { question: text, datasets },
    headers: { Prefer: 'respond-async' },
    idempotencyKey,
  });
};

/** Answers a question about data. */
export const Analysis = () => {
  const { t } = useWords();
  return (
    <AskFrame kind="analysis">
      <section aria-label={t('ask.analysis')}>
        <AgentForm
          kind="analysis"
          words={{ text: t('analysis.question'), drop: t('analysis.drop'), submit: t('analysis.ask') }}
          needsFiles
          start={start}
        />
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
