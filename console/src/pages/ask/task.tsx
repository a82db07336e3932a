import { toBase64 } from '../../api/bytes.ts';
import { files as fileApi, work } from '../../api/work.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { AgentForm, type Wanted } from './agent-form.tsx';
import { Asked, useAgentRun } from './asked.tsx';
import { EarlierRuns } from './earlier.tsx';
import { AskFrame } from './frame.tsx';

const start = async ({ text, files, ids }: Wanted, idempotencyKey: string) => {
  const given = [
    ...(await Promise.all(
      files.map(async (file) => ({ name: file.name, content_b64: await toBase64(file) })),
    )),
    ...ids.map((id) => ({ file_id: id })),
  ];
  return work.runAgentTask({
    body: { task: text, ...(given.length > 0 && { files: given }) },
    headers: { Prefer: 'respond-async' },
    idempotencyKey,
  });
};

/** Has an agent do a task with Python. */
export const Task = () => {
  const { t } = useWords();
  return (
    <AskFrame kind="task">
      <section aria-label={t('ask.task')}>
        <AgentForm kind="task" words={{ text: t('task.task'), submit: t('task.start') }} start={start} />
      </section>
      <EarlierRuns kind="task" />
    </AskFrame>
  );
};

/** One agent task, while it runs and afterwards. */
export const TaskRun = ({ params }: { readonly params: { readonly ref: string } }) => {
  const { ref } = params;
  const { run, ...follow } = useAgentRun({ ref, events: '/v1/agents/tasks/{ref}/events' }, async (signal) =>
    work.getAgentTask({ params: { ref }, signal }),
  );
  return (
    <AskFrame kind="task">
      {run.isPending && <Loading />}
      {run.isError && <Failure error={run.error} again={async () => run.refetch()} />}
      {run.data !== undefined && (
        <Asked
          run={run.data}
          answer={run.data.result}
          follow={follow}
          cancel={async () => work.cancelAgentTask({ params: { ref } })}
          readFile={async (id) => fileApi.ofTask({ params: { ref, id } })}
        />
      )}
    </AskFrame>
  );
};
