import type { ConnectorBody } from '../../../../src/contract/connector.ts';
import { admin } from '../../api/admin.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { Badge } from '../../parts/badge.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { onSubmit, textIn } from '../../parts/form.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Failure } from '../../parts/states.tsx';
import { useTitle } from '../../parts/title.ts';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';
import { RecordsTabs } from './tabs.tsx';

/** Tries a connector with one real call. */
const Test = ({ name }: { readonly name: string }) => {
  const { t } = useWords();
  const test = useAct(
    async (key: string) => admin.testConnector({ params: { name }, body: { key } }),
    ['connectors'],
  );
  const outcome = test.data;
  return (
    <form onSubmit={onSubmit((form) => test.mutate(textIn(form, 'key') ?? ''))}>
      <label>
        <span>{t('connectors.key')}</span>
        <input name="key" required maxLength={300} autocomplete="off" />
      </label>
      {test.isError && <Failure error={test.error} />}
      {outcome !== undefined &&
        (outcome.ok ? (
          <div role="status">
            <p class="good">{t('connectors.ok', { ms: Math.round(outcome.duration_ms) })}</p>
            {outcome.found === false && <p>{t('connectors.missing')}</p>}
            {outcome.record !== null && (
              <>
                <h3>{t('connectors.found')}</h3>
                <Value value={outcome.record} />
              </>
            )}
          </div>
        ) : (
          <p class="failure" role="alert">
            {t('connectors.failed', { code: outcome.code ?? '', detail: outcome.detail ?? '' })}
          </p>
        ))}
      <div>
        <button type="submit" disabled={test.isPending}>
          {t('connectors.test')}
        </button>
      </div>
    </form>
  );
};

const Connector = ({ connector }: { readonly connector: ConnectorBody }) => {
  const { t, name, number } = useWords();
  const { name: connectorName, serves, kind, state, http, postgres, inbound } = connector;
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
          {name('recordKind', serves)} · {kind}
        </dd>
        <dt>{t('part.state')}</dt>
        <dd>
          <Badge kind="health" code={state.state} /> {state.code}
        </dd>
        <dt>{t('connectors.failures')}</dt>
        <dd>{number(state.failures)}</dd>
        <dt>{t('webhooks.url')}</dt>
        <dd>{http?.url ?? inbound?.url ?? postgres?.host ?? t('app.none')}</dd>
      </dl>
      {serves !== 'cases' && <Test name={connectorName} />}
      <p>
        <Confirm
          label={t('connectors.delete')}
          about={connectorName}
          question={t('connectors.deleteSure')}
          act={remove}
        />
      </p>
    </section>
  );
};

/** The team's connectors with their state and a test. */
export const Connectors = () => {
  const { t } = useWords();
  const connectors = useRead(['connectors'], async (signal) => admin.listConnectors({ signal }), 10_000);
  useTitle(t('records.connectors'));
  return (
    <>
      <h1>{t('records.connectors')}</h1>
      <RecordsTabs />
      <Loaded query={connectors}>
        {({ connectors: found }) =>
          found.length === 0 ? (
            <p>{t('connectors.none')}</p>
          ) : (
            <div class="cards">
              {found.map((connector) => (
                <Connector key={connector.name} connector={connector} />
              ))}
            </div>
          )
        }
      </Loaded>
      <p class="quiet">{t('connectors.how')}</p>
    </>
  );
};
