import { Link } from 'wouter-preact';
import type { listLedger } from '../../../../src/contract/operations/govern.ts';
import type { Reply } from '../../api/call.ts';
import { ActorName } from '../../parts/actor.tsx';
import { Prove } from '../../parts/prove.tsx';
import { FullTime } from '../../parts/time.tsx';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';

export type LedgerEntry = Reply<typeof listLedger>['entries'][number];

/** One entry with all of its content. */
export const EntryDetail = ({
  entry,
  close,
}: {
  readonly entry: LedgerEntry;
  readonly close: () => void;
}) => {
  const { t } = useWords();
  return (
    <section aria-labelledby="entry">
      <h2 id="entry">{t('entries.entry', { seq: entry.seq })}</h2>
      <dl>
        <dt>{t('run.action')}</dt>
        <dd>{entry.action}</dd>
        <dt>{t('run.summary')}</dt>
        <dd>{entry.summary}</dd>
        <dt>{t('entries.actor')}</dt>
        <dd>
          <ActorName actor={entry.actor} />
        </dd>
        <dt>{t('run.at')}</dt>
        <dd>
          <FullTime iso={entry.created_at} />
        </dd>
        <dt>{t('entries.ref')}</dt>
        <dd>
          <Link href={`/ledger?ref=${encodeURIComponent(entry.ledger_ref)}`}>{entry.ledger_ref}</Link>
        </dd>
        <dt>{t('entries.governance')}</dt>
        <dd>{entry.governance}</dd>
        <dt>{t('entries.detail')}</dt>
        <dd>
          <Value value={entry.detail} />
        </dd>
        <dt>{t('entries.hash')}</dt>
        <dd>
          <code>{entry.row_hash}</code>
        </dd>
        <dt>{t('entries.before')}</dt>
        <dd>
          <code>{entry.prev_hash}</code>
        </dd>
      </dl>
      <p class="row">
        <Prove ledgerRef={entry.ledger_ref} word="entries.prove" />
        <button type="button" onClick={close}>
          {t('entries.close')}
        </button>
      </p>
    </section>
  );
};
