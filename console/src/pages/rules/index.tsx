import { Link } from 'wouter-preact';
import { admin } from '../../api/admin.ts';
import { useRead } from '../../api/hooks.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Table } from '../../parts/table.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';

/** The rule sets: those that come with the service, and the team's own. */
export const RuleSets = () => {
  const { t, name } = useWords();
  const sets = useRead(['rule-sets'], async (signal) => admin.listRuleSets({ signal }));
  useTitle(t('rules.title'));
  return (
    <>
      <h1>{t('rules.title')}</h1>
      <section aria-label={t('rules.title')}>
        <Loaded query={sets}>
          {({ rule_sets: found }) =>
            found.length === 0 ? (
              <p>{t('rules.none')}</p>
            ) : (
              <Table
                label={t('rules.title')}
                rows={found}
                keyOf={({ id }) => id}
                columns={[
                  {
                    label: t('rules.set'),
                    cell: ({ id, title }) => <Link href={`/rules/${id}`}>{title}</Link>,
                  },
                  {
                    label: t('rules.decides'),
                    cell: ({ decides }) => (decides === null ? t('app.none') : name('vertical', decides)),
                  },
                  {
                    label: t('rules.inForce'),
                    cell: ({ in_force: pinned }) =>
                      pinned === null
                        ? t('app.none')
                        : `${pinned.version} (${name('ruleOwner', pinned.owner)})`,
                  },
                ]}
              />
            )
          }
        </Loaded>
        <p class="quiet">{t('rules.drafts')}</p>
      </section>
    </>
  );
};
