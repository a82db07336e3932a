import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { toBase64 } from '../../api/bytes.ts';
import { useAct } from '../../api/hooks.ts';
import { files as fileApi, work } from '../../api/work.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { Asked, useAgentRun } from './asked.tsx';
import { EarlierRuns } from './earlier.tsx';
import { fileIdsIn } from './file-ids.ts';
import { AskFrame } from './frame.tsx';
import { GivenFiles } from './given-files.tsx';

interface Wanted {
  readonly task: string;
  readonly files: readonly File[];
  readonly ids: readonly string[];
}

/** Has an agent do a task with Python. */
export const Task = () => {
  const { t } = useWords();
  const [, go] = useLocation();
  const [task, setTask] = useState('');
  const [ids, setIds] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const ask = useAct(async (wanted: Wanted, idempotencyKey) => {
    const given = [
      ...(await Promise.all(
        wanted.files.map(async (file) => ({ name: file.name, content_b64: await toBase64(file) })),
      )),
      ...wanted.ids.map((id) => ({ file_id: id })),
    ];
    return work.runAgentTask({
      body: { task: wanted.task, ...(given.length > 0 && { files: given }) },
      headers: { Prefer: 'respond-async' },
      idempotencyKey,
    });
  });
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    ask.mutate(
      { task, files, ids: fileIdsIn(ids) },
      { onSuccess: ({ ledger_ref: ref }) => go(`/ask/task/${ref}`) },
    );
  };
  return (
    <AskFrame kind="task">
      <section aria-label={t('ask.task')}>
        <form onSubmit={submit}>
          <label>
            <span>{t('task.task')}</span>
            <textarea value={task} required onInput={({ currentTarget }) => setTask(currentTarget.value)} />
          </label>
          <GivenFiles files={files} onChange={setFiles} />
          <label>
            <span>{t('ask.fileIds')}</span>
            <input value={ids} onInput={({ currentTarget }) => setIds(currentTarget.value)} />
          </label>
          {ask.isError && <Failure error={ask.error} />}
          <div>
            <button type="submit" class="main" disabled={ask.isPending}>
              {t('task.start')}
            </button>
          </div>
        </form>
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
