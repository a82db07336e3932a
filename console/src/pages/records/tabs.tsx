import { Tabs } from '../../parts/tabs.tsx';
import { useWords } from '../../words/index.tsx';

/** Links between the pages of records. */
export const RecordsTabs = () => {
  const { t } = useWords();
  return (
    <Tabs
      label={t('records.menu')}
      tabs={[
        ['/records', 'records.title', 'records:read'],
        ['/records/import', 'records.import', 'records:write'],
        ['/records/connectors', 'records.connectors', 'admin'],
      ]}
    />
  );
};
