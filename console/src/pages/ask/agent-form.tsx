import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useAct } from '../../api/hooks.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { fileIdsIn } from './file-ids.ts';
import { GivenFiles } from './given-files.tsx';

/** A person's request to an agent. */
export interface Wanted {
  readonly text: string;
  readonly files: readonly File[];
  /** Ids of files that the service has already stored. */
  readonly ids: readonly string[];
}

/** A form that asks an agent about files, and goes to the page of the run that it starts. */
export const AgentForm = ({
  kind,
  words,
  needsFiles = false,
  start,
}: {
  readonly kind: 'task' | 'analysis';
  readonly words: { readonly text: string; readonly drop?: string; readonly submit: string };
  readonly needsFiles?: boolean;
  readonly start: (wanted: Wanted, idempotencyKey: string) => Promise<{ readonly ledger_ref: string }>;
}) => {
  const { t } = useWords();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const [ids, setIds] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const ask = useAct(start);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    ask.mutate(
      { text, files, ids: fileIdsIn(ids) },
      { onSuccess: ({ ledger_ref: ref }) => go(`/ask/${kind}/${ref}`) },
    );
  };
  const hasFiles = files.length + fileIdsIn(ids).length > 0;
  return (
    <form onSubmit={submit}>
      <label>
        <span>{words.text}</span>
        <textarea value={text} required onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <GivenFiles
        {...(words.drop !== undefined && { label: words.drop })}
        files={files}
        onChange={setFiles}
      />
      <label>
        <span>{t('ask.fileIds')}</span>
        <input value={ids} onInput={({ currentTarget }) => setIds(currentTarget.value)} />
      </label>
      {ask.isError && <Failure error={ask.error} />}
      <div>
        <button type="submit" class="main" disabled={ask.isPending || (needsFiles && !hasFiles)}>
          {words.submit}
        </button>
      </div>
    </form>
  );
};
