import { admin } from '../../api/admin.ts';
import { useRead } from '../../api/hooks.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { SafetyTabs } from './tabs.tsx';

const List = ({ title, hosts }: { readonly title: string; readonly hosts: readonly string[] }) => {
  const { t } = useWords();
  return (
    <>
      <h2>{title}</h2>
      {hosts.length === 0 ? (
        <p>{t('safety.hostsNone')}</p>
      ) : (
        <ul>
          {hosts.map((host) => (
            <li key={host}>
              <code>{host}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/**
 * The hosts that desktops may reach. Only the administrator of the machine can change them, so the page is
 * read-only.
 */
export const Hosts = () => {
  const { t } = useWords();
  const lists = useRead(['egress'], async (signal) => admin.listEgress({ signal }));
  useTitle(t('safety.hosts'));
  return (
    <>
      <h1>{t('safety.hosts')}</h1>
      <SafetyTabs />
      <section aria-label={t('safety.hosts')}>
        <p>
          {t('safety.hostsIntro')} <code>pramaan egress allow --team … host</code>
        </p>
        <Loaded query={lists}>
          {({ installation, team }) => (
            <>
              <List title={t('safety.installation')} hosts={installation} />
              <List title={t('safety.team')} hosts={team} />
            </>
          )}
        </Loaded>
      </section>
    </>
  );
};
