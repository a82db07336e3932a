import { Tabs } from '../../parts/tabs.tsx';
import { useWords } from '../../words/index.tsx';

/** Links between the pages of settings. */
export const SettingsTabs = () => {
  const { t } = useWords();
  return (
    <Tabs
      label={t('settings.menu')}
      tabs={[
        ['/settings', 'settings.title'],
        ['/settings/reviews', 'settings.reviews', 'reviews:read'],
        ['/settings/webhooks', 'webhooks.title', 'webhooks'],
        ['/settings/keys', 'keys.title', 'admin'],
        ['/settings/people', 'people.title', 'people'],
        ['/settings/sessions', 'sessions.title'],
      ]}
    />
  );
};
