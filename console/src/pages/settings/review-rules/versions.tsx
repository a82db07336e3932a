import { useInfiniteQuery } from '@tanstack/preact-query';
import { admin } from '../../../api/admin.ts';
import { inPages } from '../../../api/lists.ts';
import { ActorName } from '../../../parts/actor.tsx';
import { Listed } from '../../../parts/listed.tsx';
import { Table } from '../../../parts/table.tsx';
import { Time } from '../../../parts/time.tsx';
import { Value } from '../../../parts/value.tsx';
import { useWords } from '../../../words/index.tsx';
import { AskRuleText } from './ask-rule-text.tsx';
import { changesOf, type Policy } from './policy.ts';

const Changes = ({ of, before }: { readonly of: Policy; readonly before: Policy | undefined }) => {
  const { t, number } = useWords();
  return (
    <dl>
      {changesOf(of, before).map(({ member, before: was, after }) => [
        <dt key={`${member} name`}>{t(`settings.${member}`)}</dt>,
        <dd key={member}>
          {member === 'ask' ? (
            of.ask.length === 0 ? (
              t('asks.none')
            ) : (
              of.ask.map((rule) => <AskRuleText key={JSON.stringify(rule)} rule={rule} />)
            )
          ) : typeof after === 'number' ? (
            `${typeof was === 'number' ? `${number(was)} → ` : ''}${number(after)}`
          ) : typeof after === 'boolean' ? (
            t(after ? 'settings.yes' : 'settings.no')
          ) : (
            <Value value={after} />
          )}
        </dd>,
      ])}
    </dl>
  );
};

/** Every version of the rules with its changes. Open reviews may still follow an earlier one. */
export const Versions = () => {
  const { t, number } = useWords();
  const versions = useInfiniteQuery(
    inPages(['review-policy', 'versions'], async (cursor, signal) =>
      admin.listReviewPolicies({ query: { limit: '50', cursor }, signal }),
    ),
  );
  const found = versions.data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{t('rules.versions')}</h2>
      <Listed list={versions} isEmpty={found.length === 0} none={t('settings.versionDefault')}>
        <Table
          label={t('rules.versions')}
          rows={found}
          keyOf={({ version }) => String(version)}
          columns={[
            { label: t('rules.version'), cell: ({ version }) => number(version) },
            { label: t('safety.by'), cell: (one) => <ActorName actor={one.set_by} /> },
            { label: t('run.at'), cell: (one) => one.set_at !== null && <Time iso={one.set_at} /> },
            {
              label: t('settings.changed'),
              cell: (one) => (
                <Changes of={one} before={found.find(({ version }) => version === one.version - 1)} />
              ),
            },
          ]}
        />
      </Listed>
    </section>
  );
};
