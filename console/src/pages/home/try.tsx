import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { admin } from '../../api/admin.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import type { Word } from '../../words/en/index.ts';
import { startedIn, useUsage } from './usage.tsx';

/** A made-up text with identifiers of valid form. */
const SAMPLE_TEXT = 'Policy HI-2001, PAN ABCPE1234F, call +91 98765 43210 before noon.';

const STALE = ['runs', 'reviews', 'verification'];

const Offer = ({
  word,
  text,
  act,
  children,
}: {
  readonly word: Word;
  readonly text: Word;
  readonly act: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly mutate: () => void;
  };
  readonly children: ComponentChildren;
}) => {
  const { t } = useWords();
  return (
    <li>
      <p>{t(text)}</p>
      <button type="button" disabled={act.isPending} onClick={() => act.mutate()}>
        {t(word)}
      </button>
      {act.isError && <Failure error={act.error} />}
      {children}
    </li>
  );
};

const SampleRun = ({
  vertical,
  word,
  text,
}: {
  readonly vertical: 'kyc' | 'it';
  readonly word: Word;
  readonly text: Word;
}) => {
  const { t } = useWords();
  const start = useAct(
    async (_: void, idempotencyKey) => admin.startRun({ params: { id: vertical }, idempotencyKey }),
    STALE,
  );
  return (
    <Offer word={word} text={text} act={start}>
      {start.data !== undefined && (
        <p role="status">
          {t('try.started')} <Link href={`/runs/${start.data.id}`}>{t('try.openRun')}</Link>
        </p>
      )}
    </Offer>
  );
};

const SampleScan = () => {
  const { t } = useWords();
  const scan = useAct(async () => admin.scanText({ body: { text: SAMPLE_TEXT } }), ['verification']);
  return (
    <Offer word="try.scan" text="try.scanText" act={scan}>
      {scan.data !== undefined && (
        <p role="status">
          {t('try.masked')}: <code>{scan.data.masked}</code>{' '}
          <Link href={`/ledger?ref=${scan.data.ledger_ref}`}>{t('ledger.entries')}</Link>
        </p>
      )}
    </Offer>
  );
};

/** First steps, shown until the first run has been started here. */
export const Try = () => {
  const { t } = useWords();
  const may = useMay();
  const usage = useUsage();
  if (usage.data === undefined || startedIn(usage.data) > 0) return null;
  if (!may('runs:write') || !may('scan'))
    return (
      <section aria-labelledby="try">
        <h2 id="try">{t('try.title')}</h2>
        <p>{t('try.ask')}</p>
      </section>
    );
  return (
    <section aria-labelledby="try">
      <h2 id="try">{t('try.title')}</h2>
      <p>{t('try.text')}</p>
      <ul class="plain">
        <SampleRun vertical="kyc" word="try.kyc" text="try.kycText" />
        <SampleRun vertical="it" word="try.it" text="try.itText" />
        <SampleScan />
      </ul>
    </section>
  );
};
