import { useState } from 'preact/hooks';
import type { ConnectorBody } from '../../../../../src/contract/connector.ts';
import { admin } from '../../../api/admin.ts';
import { useAct, useRead } from '../../../api/hooks.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { useTitle } from '../../../parts/title.ts';
import { useWords } from '../../../words/index.tsx';
import { RecordsTabs } from '../tabs.tsx';
import { ConnectorForm } from './form.tsx';
import { Test } from './test.tsx';

const Connector = ({ connector }: { readonly connector: ConnectorBody }) => {
  const { t, name, number } = useWords();
  const [isEdited, setEdited] = useState(false);
  const { name: connectorName, serves, kind, state, http, postgres, inbound, version } = connector;
  const remove = useAct(
    async () => admin.deleteConnector({ params: { name: connectorName } }),
    ['connectors'],
  );
  return (
    <section aria-labelledby={connectorName}>
      <h2 id={connectorName}>{connectorName}</h2>
      <dl>
        <dt>{t('connectors.serves')}</dt>
        <dd>
          {name('recordKind', serves)} · {name('connectorKind', kind)}
        </dd>
        <dt>{t('part.state')}</dt>
        <dd>
          <Badge kind="health" code={state.state} /> {state.code}
        </dd>
        <dt>{t('connectors.failures')}</dt>
        <dd>{number(state.failures)}</dd>
        <dt>{t('webhooks.url')}</dt>
        <dd>{http?.url ?? inbound?.url ?? postgres?.host ?? t('app.none')}</dd>
        <dt>{t('rules.version')}</dt>
        <dd>{number(version)}</dd>
      </dl>
      {isEdited ? (
        <ConnectorForm connector={connector} taken={[]} done={() => setEdited(false)} />
      ) : (
        <>
          <Test connector={connector} />
          <div class="row">
            <button
              type="button"
              aria-label={`${t('safety.edit')}: ${connectorName}`}
              onClick={() => setEdited(true)}
            >
              {t('safety.edit')}
            </button>
            <Confirm
              label={t('connectors.delete')}
              about={connectorName}
              question={t('connectors.deleteSure')}
              act={remove}
            />
          </div>
        </>
      )}
    </section>
  );
};

const Add = ({ taken }: { readonly taken: readonly string[] }) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p>
        <button type="button" class="main" onClick={() => setOpen(true)}>
          {t('connectors.add')}
        </button>
      </p>
    );
  return (
    <section aria-labelledby="add">
      <h2 id="add">{t('connectors.add')}</h2>
      <ConnectorForm taken={taken} done={() => setOpen(false)} />
    </section>
  );
};

const ConnectorList = () => {
  const { t } = useWords();
  const connectors = useRead(['connectors'], async (signal) => admin.listConnectors({ signal }), 10_000);
  return (
    <Loaded query={connectors}>
      {({ connectors: found }) => (
        <>
          {found.length === 0 && <p>{t('connectors.none')}</p>}
          <Add taken={found.map(({ name }) => name)} />
          <div class="cards">
            {found.map((connector) => (
              <Connector key={connector.name} connector={connector} />
            ))}
          </div>
        </>
      )}
    </Loaded>
  );
};

/** The team's connectors with their state and a test; creates, changes and deletes them. */
export const Connectors = () => {
  const { t } = useWords();
  useTitle(t('records.connectors'));
  return (
    <>
      <h1>{t('records.connectors')}</h1>
      <RecordsTabs />
      <Allowed scope="admin">
        <ConnectorList />
      </Allowed>
    </>
  );
};
