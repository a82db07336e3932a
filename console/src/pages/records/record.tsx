import { Link } from 'wouter-preact';
import { useRead } from '../../api/hooks.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useTitle } from '../../parts/title.ts';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';
import { type AnyRecord, operationsOf, type RecordKind } from './kinds.ts';
import { RecordsTabs } from './tabs.tsx';

/** One record with everything that the API returns about it. */
export const RecordPage = ({
  params: { kind, key },
}: {
  readonly params: { readonly kind: string; readonly key: string };
}) => {
  const { t } = useWords();
  const record = useRead(['record', kind, key], async (signal) =>
    operationsOf(kind as RecordKind).read({ params: { key }, signal }),
  );
  const title = t('records.record', { key });
  useTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <RecordsTabs />
      <p>
        <Link href={`/records?kind=${kind}`}>{t('records.back')}</Link>
      </p>
      <section aria-label={title}>
        <Loaded query={record}>
          {(found) => {
            const runId = (found as AnyRecord)['run_id'];
            return (
              <>
                {typeof runId === 'string' && (
                  <p>
                    <Link href={`/runs/${runId}`}>{t('records.run')}</Link>
                  </p>
                )}
                <Value value={found} />
              </>
            );
          }}
        </Loaded>
      </section>
    </>
  );
};
