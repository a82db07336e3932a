import type { listModels } from '../../../../src/contract/operations/models.ts';
import { admin } from '../../api/admin.ts';
import type { Reply } from '../../api/call.ts';
import { useMay, useRead } from '../../api/hooks.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Table } from '../../parts/table.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { SettingsTabs } from './tabs.tsx';

type Model = Reply<typeof listModels>['models'][number];

const Models = ({ models }: { readonly models: readonly Model[] }) => {
  const { t, number } = useWords();
  if (models.length === 0) return <p>{t('settings.modelsNone')}</p>;
  const prices = ({ prices: { input, cached_input: cached, output } }: Model): string =>
    [input, cached, output].map(number).join(' / ');
  return (
    <Table
      label={t('settings.models')}
      rows={models}
      keyOf={({ name }) => name}
      columns={[
        {
          label: t('part.name'),
          cell: (model) => (model.default ? `${model.name} (${t('settings.default')})` : model.name),
        },
        { label: t('part.state'), cell: ({ state }) => <Badge kind="health" code={state} /> },
        { label: t('settings.images'), cell: ({ images }) => t(images ? 'settings.yes' : 'settings.no') },
        { label: t('settings.fallback'), cell: ({ fallback }) => fallback.join(', ') || t('app.none') },
        { label: t('settings.prices'), cell: prices },
      ]}
    />
  );
};

/** How often the state of the service's parts is read again. */
const EVERY_MS = 10_000;

/** The parts of the service with their state, and the models with their capabilities. */
export const Service = () => {
  const { t, name } = useWords();
  const may = useMay();
  const parts = useRead(['readiness'], async (signal) => admin.readiness({ signal }), EVERY_MS);
  const models = useRead(['models'], async (signal) => admin.listModels({ signal }));
  useTitle(t('settings.title'));
  return (
    <>
      <h1>{t('settings.title')}</h1>
      <SettingsTabs />
      <section aria-labelledby="health">
        <h2 id="health">{t('settings.health')}</h2>
        <Loaded query={parts}>
          {({ status, dependencies }) => (
            <>
              <p role="status">{t('settings.status', { status: name('health', status) })}</p>
              <Table
                label={t('settings.health')}
                rows={Object.entries(dependencies)}
                keyOf={([part]) => part}
                columns={[
                  { label: t('settings.part'), cell: ([part]) => name('dependency', part) },
                  { label: t('part.state'), cell: ([, { state }]) => <Badge kind="health" code={state} /> },
                  {
                    label: t('settings.detail'),
                    cell: ([, { detail, latency_ms: ms }]) =>
                      detail ?? (ms === undefined ? t('app.none') : `${ms} ms`),
                  },
                ]}
              />
            </>
          )}
        </Loaded>
      </section>
      {may('runs:read') && (
        <section aria-labelledby="models">
          <h2 id="models">{t('settings.models')}</h2>
          <Loaded query={models}>{(found) => <Models models={found.models} />}</Loaded>
        </section>
      )}
    </>
  );
};
