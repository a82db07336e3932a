import { useMutation } from '@tanstack/preact-query';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { scanText } from '../../../../src/contract/operations/govern.ts';
import type { Reply } from '../../api/call.ts';
import { work } from '../../api/work.ts';
import { Marked } from '../../parts/marked.tsx';
import { Prove } from '../../parts/prove.tsx';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { AskFrame } from './frame.tsx';

interface Scanned {
  readonly text: string;
  readonly found: Reply<typeof scanText>;
}

const Findings = ({ text, found }: Scanned) => {
  const { t, name, percent } = useWords();
  const { findings, risk, masked, ledger_ref: ref, recorded } = found;
  return (
    <section aria-labelledby="found">
      <h2 id="found">{t('scan.found', { count: findings.length })}</h2>
      <p>
        {t('scan.risk')}: {name('scanrisk', risk)}
      </p>
      <Marked
        text={text}
        marks={findings.map(({ start, end, type, confidence }) => ({
          start,
          end,
          label: `${name('identifier', type)} ${percent(confidence)}`,
        }))}
      />
      <h3>{t('scan.masked')}</h3>
      <pre>{masked}</pre>
      {recorded && (
        <p>
          <Prove ledgerRef={ref} />
        </p>
      )}
    </section>
  );
};

/** Finds identifiers in a text and marks them in their places. */
export const Scan = () => {
  const { t } = useWords();
  const [text, setText] = useState('');
  const scan = useMutation({
    mutationFn: async (given: string): Promise<Scanned> => ({
      text: given,
      found: await work.scanText({ body: { text: given } }),
    }),
  });
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    scan.mutate(text);
  };
  return (
    <AskFrame kind="scan">
      <section aria-label={t('ask.scan')}>
        <form onSubmit={submit}>
          <label>
            <span>{t('scan.text')}</span>
            <textarea value={text} required onInput={({ currentTarget }) => setText(currentTarget.value)} />
          </label>
          {scan.isError && <Failure error={scan.error} />}
          <div>
            <button type="submit" class="main" disabled={scan.isPending}>
              {t('scan.scan')}
            </button>
          </div>
        </form>
      </section>
      {scan.data !== undefined && <Findings {...scan.data} />}
    </AskFrame>
  );
};
