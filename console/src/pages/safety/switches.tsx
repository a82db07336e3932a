import type { SwitchBody } from '../../../../src/contract/switch.ts';
import { admin } from '../../api/admin.ts';
import { useMay } from '../../api/hooks.ts';
import { usePages } from '../../api/lists.ts';
import { useScopeName } from '../../api/verticals.ts';
import { ActorName } from '../../parts/actor.tsx';
import { Earlier, More } from '../../parts/more.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { FullTime, Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Resume } from './resume.tsx';
import { Suspend } from './suspend.tsx';
import { Systems } from './systems.tsx';
import { SafetyTabs } from './tabs.tsx';

const Suspended = ({ suspended }: { readonly suspended: readonly SwitchBody[] }) => {
  const { t } = useWords();
  const scopeName = useScopeName();
  if (suspended.length === 0) return <p class="good">{t('safety.nothing')}</p>;
  return (
    <ul class="plain">
      {suspended.map((one) => (
        <li key={one.scope} class="forged">
          <strong>{scopeName(one.scope)}</strong> · {one.reason} · <ActorName actor={one.actor} /> ·{' '}
          <FullTime iso={one.created_at} />
          {one.until !== null && (
            <>
              {' '}
              · {t('safety.ends')} <FullTime iso={one.until} />
            </>
          )}
          <Resume scope={one.scope} label={scopeName(one.scope)} />
        </li>
      ))}
    </ul>
  );
};

const foundBy = ({ counts }: SwitchBody): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join(', ');

const Switches = () => {
  const { t, name } = useWords();
  const scopeName = useScopeName();
  const list = usePages(
    ['switches'],
    async (cursor, signal) => admin.listSwitches({ query: { cursor }, signal }),
    5_000,
  );
  const acts = list.data?.pages.flatMap((page) => page.switches) ?? [];
  useTitle(t('safety.switches'));
  return (
    <>
      <h1>{t('safety.switches')}</h1>
      <SafetyTabs />
      {list.isPending && <Loading />}
      {list.isError && <Failure error={list.error} again={async () => list.refetch()} />}
      {list.data !== undefined && (
        <section aria-labelledby="now" aria-live="polite">
          <h2 id="now">{t('safety.now')}</h2>
          <Suspended suspended={list.data.pages[0]?.suspended ?? []} />
        </section>
      )}
      <Suspend />
      {acts.length > 0 && (
        <section aria-labelledby="history">
          <h2 id="history">{t('safety.history')}</h2>
          <Earlier list={list} />
          <Table
            label={t('safety.history')}
            rows={acts}
            keyOf={({ id }) => id}
            columns={[
              { label: t('safety.scope'), cell: ({ scope }) => scopeName(scope) },
              { label: t('safety.action'), cell: ({ action }) => name('switch', action) },
              { label: t('safety.reason'), cell: ({ reason }) => reason },
              { label: t('safety.by'), cell: ({ actor }) => <ActorName actor={actor} /> },
              { label: t('safety.underWay'), cell: (one) => foundBy(one) || t('app.none') },
              { label: t('safety.at'), cell: (one) => <Time iso={one.created_at} /> },
            ]}
          />
          <More list={list} />
        </section>
      )}
    </>
  );
};

/**
 * The suspended scopes, with the forms to suspend and resume; people without the scope see only the
 * inventory.
 */
export const Safety = () => (useMay()('safety') ? <Switches /> : <Systems />);
