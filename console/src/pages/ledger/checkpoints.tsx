import { useState } from 'preact/hooks';
import { admin } from '../../api/admin.ts';
import { addressOf } from '../../api/call.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { usePages } from '../../api/lists.ts';
import { api } from '../../api/operations.ts';
import { Badge } from '../../parts/badge.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Failure } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { fromIst } from '../../parts/ist.ts';
import { LedgerTabs } from './tabs.tsx';

const EVERY_MS = 30_000;

const Verify = () => {
  const { t } = useWords();
  const verify = useAct(async () => api.verifyLedger({ query: { since: 'start' } }));
  const sign = useAct(async () => admin.makeCheckpoint(), ['checkpoints', 'checkpoint', 'witnesses']);
  const found = verify.data;
  return (
    <section aria-label={t('checkpoints.verify')}>
      <div class="row">
        <button type="button" class="main" disabled={verify.isPending} onClick={() => verify.mutate()}>
          {t('checkpoints.verify')}
        </button>
        <button type="button" disabled={sign.isPending} onClick={() => sign.mutate()}>
          {t('checkpoints.sign')}
        </button>
      </div>
      {verify.isError && <Failure error={verify.error} />}
      {sign.isError && <Failure error={sign.error} />}
      {found !== undefined && (
        <p class={found.ok ? 'good' : 'bad'} role={found.ok ? 'status' : 'alert'}>
          {found.ok
            ? t('checkpoints.verified', { count: found.checked })
            : t('checkpoints.broken', { seq: found.first_broken ?? 0, reason: found.reason ?? '' })}
        </p>
      )}
    </section>
  );
};

const List = () => {
  const { t, number, ago } = useWords();
  const list = usePages(
    ['checkpoints'],
    async (cursor, signal) => admin.listCheckpoints({ query: { cursor }, signal }),
    EVERY_MS,
  );
  const found = list.data?.pages.flatMap((page) => page.checkpoints) ?? [];
  return (
    <section aria-labelledby="checkpoints">
      <h2 id="checkpoints">{t('checkpoints.title')}</h2>
      <Listed list={list} isEmpty={found.length === 0} none={t('checkpoints.none')}>
        <Table
          label={t('checkpoints.title')}
          rows={found}
          keyOf={({ size }) => String(size)}
          columns={[
            { label: t('checkpoints.size'), cell: ({ size }) => number(size) },
            { label: t('checkpoints.age'), cell: (one) => ago(one.created_at) },
            { label: t('checkpoints.root'), cell: ({ root }) => <code>{root}</code> },
            { label: t('checkpoints.cosigned'), cell: (one) => one.cosigned_by.join(', ') || t('app.none') },
          ]}
        />
      </Listed>
    </section>
  );
};

const Witnesses = () => {
  const { t, number, ago } = useWords();
  const witnesses = useRead(['witnesses'], async (signal) => admin.listWitnesses({ signal }), EVERY_MS);
  const age = (iso: string | null): string => (iso === null ? t('part.never') : ago(iso));
  return (
    <section aria-labelledby="witnesses">
      <h2 id="witnesses">{t('checkpoints.witnesses')}</h2>
      <Loaded query={witnesses}>
        {({ witnesses: found }) =>
          found.length === 0 ? (
            <p>{t('checkpoints.witnessesNone')}</p>
          ) : (
            <Table
              label={t('checkpoints.witnesses')}
              rows={found}
              keyOf={({ name }) => name}
              columns={[
                { label: t('part.name'), cell: ({ name }) => name },
                { label: t('part.state'), cell: ({ state }) => <Badge kind="witness" code={state} /> },
                { label: t('checkpoints.size'), cell: ({ size }) => number(size) },
                { label: t('checkpoints.took'), cell: (one) => age(one.delivered_at) },
                { label: t('checkpoints.tried'), cell: (one) => age(one.tried_at) },
                { label: t('settings.detail'), cell: ({ detail }) => detail ?? t('app.none') },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
};

/**
 * What auditors should write down today, so that a later proof rests on something that the service cannot
 * change.
 */
const Keys = () => {
  const { t, name } = useWords();
  const keys = useRead(['log-keys'], async (signal) => admin.getLogKeys({ signal }));
  return (
    <section aria-labelledby="log-keys">
      <h2 id="log-keys">{t('checkpoints.keys')}</h2>
      <p>{t('checkpoints.keysText')}</p>
      <Loaded query={keys}>
        {({ keys: found }) => (
          <ul class="plain">
            {found.map(({ vkey, state, published_at: at }) => (
              <li key={vkey}>
                <code>{vkey}</code>{' '}
                <span class="quiet">
                  {name('logKey', state)} · <Time iso={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
};

const Export = () => {
  const { t } = useWords();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [format, setFormat] = useState('jsonl');
  const query = { format, from: fromIst(from), to: fromIst(to) };
  return (
    <section aria-labelledby="export">
      <h2 id="export">{t('checkpoints.export')}</h2>
      <p>{t('checkpoints.exportText')}</p>
      <div class="filters">
        <label>
          <span>{t('entries.from')}</span>
          <input
            type="datetime-local"
            value={from}
            onInput={({ currentTarget }) => setFrom(currentTarget.value)}
          />
        </label>
        <label>
          <span>{t('entries.to')}</span>
          <input
            type="datetime-local"
            value={to}
            onInput={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </label>
        <label>
          <span>{t('checkpoints.format')}</span>
          <select value={format} onChange={({ currentTarget }) => setFormat(currentTarget.value)}>
            <option value="jsonl">JSON Lines</option>
            <option value="ocsf">OCSF 1.3.0</option>
          </select>
        </label>
        <a class="button" href={addressOf('/v1/govern/export', {}, query)} download>
          {t('checkpoints.download')}
        </a>
      </div>
    </section>
  );
};

/** Whether the chain holds, its checkpoints and witnesses with their ages, and the export for an auditor. */
export const Checkpoints = () => {
  const { t } = useWords();
  useTitle(t('ledger.checkpoints'));
  return (
    <>
      <h1>{t('ledger.checkpoints')}</h1>
      <LedgerTabs />
      <Verify />
      <List />
      <Witnesses />
      <Keys />
      <Export />
    </>
  );
};
