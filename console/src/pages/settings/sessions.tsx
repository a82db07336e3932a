import type { listSessions } from '../../../../src/contract/operations/people-sessions.ts';
import { admin } from '../../api/admin.ts';
import type { Reply } from '../../api/call.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { SettingsTabs } from './tabs.tsx';

type Session = Reply<typeof listSessions>['sessions'][number];

const End = ({ session }: { readonly session: Session }) => {
  const { t } = useWords();
  const end = useAct(async () => admin.endSession({ params: { id: session.id } }), ['sessions', 'me']);
  return (
    <Confirm label={t('sessions.end')} about={session.name} question={t('sessions.endSure')} act={end} />
  );
};

/** Open sessions: one's own and, for whoever administers people, those of the team. */
export const Sessions = () => {
  const { t, name } = useWords();
  const sessions = useRead(['sessions'], async (signal) => admin.listSessions({ signal }), 10_000);
  useTitle(t('sessions.title'));
  return (
    <>
      <h1>{t('sessions.title')}</h1>
      <SettingsTabs />
      <section aria-label={t('sessions.title')}>
        <Loaded query={sessions}>
          {({ sessions: found }) =>
            found.length === 0 ? (
              <p>{t('sessions.none')}</p>
            ) : (
              <Table
                label={t('sessions.title')}
                rows={found}
                keyOf={({ id }) => id}
                columns={[
                  {
                    label: t('sessions.person'),
                    cell: (one) => (one.current ? `${one.name} (${t('sessions.current')})` : one.name),
                  },
                  { label: t('sessions.client'), cell: ({ client }) => client },
                  { label: t('sessions.with'), cell: (one) => name('signIn', one.signed_in_with) },
                  { label: t('sessions.used'), cell: (one) => <Time iso={one.last_used_at} /> },
                  { label: t('sessions.ends'), cell: (one) => <Time iso={one.expires_at} /> },
                  { label: t('part.do'), cell: (session) => <End session={session} /> },
                ]}
              />
            )
          }
        </Loaded>
      </section>
    </>
  );
};
