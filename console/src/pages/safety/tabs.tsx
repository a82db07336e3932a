import { Tabs } from '../../parts/tabs.tsx';
import { useWords } from '../../words/index.tsx';

/** Links between the pages of safety. */
export const SafetyTabs = () => {
  const { t } = useWords();
  return (
    <Tabs
      label={t('safety.menu')}
      tabs={[
        ['/safety', 'safety.switches', 'safety'],
        ['/safety/systems', 'safety.systems', 'ledger:read'],
        ['/safety/hosts', 'safety.hosts', 'operators:read'],
      ]}
    />
  );
};
