import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { runCode } from '../../../../src/contract/operations/code.ts';
import { toBase64 } from '../../api/bytes.ts';
import type { Reply } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { work } from '../../api/work.ts';
import { Editor } from '../../parts/editor.tsx';
import { Prove } from '../../parts/prove.tsx';
import { Charts, Files } from '../../parts/results.tsx';
import { Failure } from '../../parts/states.tsx';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';
import { AskFrame } from './frame.tsx';
import { GivenFiles } from './given-files.tsx';

type CodeRun = Reply<typeof runCode>;

const bytesOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (byte) => byte.codePointAt(0) ?? 0)]);

const Output = ({
  label,
  text,
  isCut,
}: {
  readonly label: string;
  readonly text: string;
  readonly isCut: boolean;
}) => {
  const { t } = useWords();
  if (text === '') return null;
  return (
    <>
      <h3>{label}</h3>
      <pre>{text}</pre>
      {isCut && <p class="quiet">{t('code.cut')}</p>}
    </>
  );
};

const Outcome = ({ run }: { readonly run: CodeRun }) => {
  const { t, number } = useWords();
  const isGood = run.exit_code === 0;
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome">{t('code.outcome')}</h2>
      <p class={isGood ? 'good' : 'bad'} role="status">
        {t('code.exit', { code: run.exit_code, ms: number(Math.round(run.duration_ms)) })}{' '}
        {run.timed_out && t('code.timedOut')} {run.oom_killed && t('code.outOfMemory')}
      </p>
      <Output label={t('code.stdout')} text={run.stdout} isCut={run.stdout_truncated} />
      <Output label={t('code.stderr')} text={run.stderr} isCut={run.stderr_truncated} />
      {run.result !== null && (
        <>
          <h3>{t('code.result')}</h3>
          <Value value={run.result} />
        </>
      )}
      <Charts charts={run.charts} />
      <Files
        title={t('ask.files')}
        files={run.files.map(({ name, size, content_b64: content }) => ({
          name,
          size,
          read: content === undefined ? undefined : async () => bytesOf(content),
        }))}
      />
      {run.egress_attempts.length > 0 && (
        <>
          <h3>{t('story.blocked')}</h3>
          <ul>
            {run.egress_attempts.map(({ host, port }) => (
              <li key={`${host} ${port}`}>{port === null ? host : `${host}:${port}`}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Prove ledgerRef={run.ledger_ref} />
      </p>
    </section>
  );
};

interface Wanted {
  readonly language: 'python' | 'bash';
  readonly code: string;
  /** Names of files to return, one per line. */
  readonly back: string;
  readonly files: readonly File[];
}

/** Runs code in a fresh sandbox that gets files and returns files and charts. */
export const Code = () => {
  const { t } = useWords();
  const [language, setLanguage] = useState<Wanted['language']>('python');
  const [code, setCode] = useState('');
  const [back, setBack] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const run = useAct(async ({ files: given, back: names, ...wanted }: Wanted, idempotencyKey) =>
    work.runCode({
      body: {
        ...wanted,
        charts: true,
        files: await Promise.all(
          given.map(async (file) => ({ name: file.name, content_b64: await toBase64(file) })),
        ),
        return_files: names
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      },
      idempotencyKey,
    }),
  );
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    run.mutate({ language, code, back, files });
  };
  return (
    <AskFrame kind="code">
      <section aria-label={t('ask.code')}>
        <form onSubmit={submit}>
          <label>
            <span>{t('code.language')}</span>
            <select
              value={language}
              onChange={({ currentTarget }) =>
                setLanguage(currentTarget.value === 'bash' ? 'bash' : 'python')
              }
            >
              <option value="python">Python</option>
              <option value="bash">Bash</option>
            </select>
          </label>
          <Editor label={t('code.code')} language={language} value={code} onChange={setCode} />
          <GivenFiles files={files} onChange={setFiles} />
          <label>
            <span>{t('code.back')}</span>
            <textarea
              class="short"
              value={back}
              onInput={({ currentTarget }) => setBack(currentTarget.value)}
            />
          </label>
          {run.isError && <Failure error={run.error} />}
          <div>
            <button type="submit" class="main" disabled={run.isPending}>
              {t(run.isPending ? 'code.running' : 'code.run')}
            </button>
          </div>
        </form>
      </section>
      {run.data !== undefined && <Outcome run={run.data} />}
    </AskFrame>
  );
};
