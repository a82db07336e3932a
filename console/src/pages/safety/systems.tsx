import { useState } from 'preact/hooks';
import type { describeSystem } from '../../../../src/contract/operations/systems.ts';
import type { SystemBody } from '../../../../src/contract/system.ts';
import { admin } from '../../api/admin.ts';
import type { Given } from '../../api/call.ts';
import { useAct, useMay, useRead } from '../../api/hooks.ts';
import { Badge } from '../../parts/badge.tsx';
import { onSubmit, textIn } from '../../parts/form.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Failure } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { SafetyTabs } from './tabs.tsx';

type Said = NonNullable<Given<typeof describeSystem>['body']>;

const TIERS = ['low', 'medium', 'high'] as const;

const saidIn = (form: FormData): Said => ({
  owner: textIn(form, 'owner'),
  risk_tier: textIn(form, 'risk_tier') as Said['risk_tier'],
  validator: textIn(form, 'validator'),
  approved_on: textIn(form, 'approved_on'),
  next_review: textIn(form, 'next_review'),
});

const Edit = ({ system, done }: { readonly system: SystemBody; readonly done: () => void }) => {
  const { t, name } = useWords();
  const save = useAct(
    async (body: Said) => admin.describeSystem({ params: { id: system.id }, body }),
    ['systems'],
  );
  const field = (label: string, key: 'owner' | 'validator' | 'approved_on' | 'next_review', type: string) => (
    <label>
      <span>{label}</span>
      <input name={key} type={type} maxLength={200} defaultValue={system[key] ?? ''} />
    </label>
  );
  return (
    <section aria-label={`${t('safety.edit')}: ${system.id}`}>
      <h2>{system.id}</h2>
      <form onSubmit={onSubmit((form) => save.mutate(saidIn(form), { onSuccess: done }))}>
        {field(t('safety.owner'), 'owner', 'text')}
        <label>
          <span>{t('safety.tier')}</span>
          <select name="risk_tier" defaultValue={system.risk_tier ?? ''}>
            <option value="">{t('app.none')}</option>
            {TIERS.map((tier) => (
              <option key={tier} value={tier} selected={tier === system.risk_tier}>
                {name('band', tier)}
              </option>
            ))}
          </select>
        </label>
        {field(t('safety.validator'), 'validator', 'text')}
        {field(t('safety.approved'), 'approved_on', 'date')}
        {field(t('safety.next'), 'next_review', 'date')}
        {save.isError && <Failure error={save.error} />}
        <div class="row">
          <button type="submit" class="main" disabled={save.isPending}>
            {t('part.save')}
          </button>
          <button type="button" onClick={done}>
            {t('part.no')}
          </button>
        </div>
      </form>
    </section>
  );
};

/** The inventory of AI systems, with who answers for each. */
export const Systems = () => {
  const { t, name, date } = useWords();
  const mayEdit = useMay()('safety');
  const [edited, setEdited] = useState<string>();
  const systems = useRead(['systems'], async (signal) => admin.listSystems({ signal }));
  const chosen = systems.data?.systems.find(({ id }) => id === edited);
  useTitle(t('safety.systems'));
  return (
    <>
      <h1>{t('safety.systems')}</h1>
      <SafetyTabs />
      {chosen !== undefined && <Edit key={chosen.id} system={chosen} done={() => setEdited(undefined)} />}
      <section aria-label={t('safety.systems')}>
        <p>
          <a href="/v1/govern/systems/export" download>
            {t('part.csv')}
          </a>
        </p>
        <Loaded query={systems}>
          {({ systems: found }) => (
            <Table
              label={t('safety.systems')}
              rows={found}
              keyOf={({ id }) => id}
              columns={[
                { label: t('safety.system'), cell: (system) => system.name },
                { label: t('safety.kind'), cell: ({ kind }) => name('systemKind', kind) },
                { label: t('safety.version'), cell: ({ version }) => version ?? t('app.none') },
                { label: t('safety.owner'), cell: ({ owner }) => owner ?? t('app.none') },
                {
                  label: t('safety.tier'),
                  cell: ({ risk_tier: tier }) =>
                    tier === null ? t('app.none') : <Badge kind="band" code={tier} />,
                },
                { label: t('safety.validator'), cell: ({ validator }) => validator ?? t('app.none') },
                {
                  label: t('safety.next'),
                  cell: ({ next_review: day }) => (day === null ? t('app.none') : date(day)),
                },
                ...(mayEdit
                  ? [
                      {
                        label: t('part.do'),
                        cell: ({ id }: SystemBody) => (
                          <button
                            type="button"
                            aria-label={`${t('safety.edit')}: ${id}`}
                            onClick={() => setEdited(id)}
                          >
                            {t('safety.edit')}
                          </button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </Loaded>
      </section>
    </>
  );
};
