import { Tabs } from '../../parts/tabs.tsx';
import { useWords } from '../../words/index.tsx';

/** Links between the pages of the ledger. */
export const LedgerTabs = () => {
  const { t } = useWords();
  return (
    <Tabs
      label={t('ledger.menu')}
      tabs={[
        ['/ledger', 'ledger.entries', 'ledger:read'],
        ['/ledger/checkpoints', 'ledger.checkpoints', 'ledger:read'],
        ['/ledger/proof', 'ledger.proof', 'ledger:read'],
      ]}
    />
  );
};
