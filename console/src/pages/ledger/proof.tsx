import { useMutation } from '@tanstack/preact-query';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/operations.ts';
import { useFilters } from '../../parts/filters.ts';
import { Failure } from '../../parts/states.tsx';
import { useTitle } from '../../parts/title.ts';
import { checkReceipt } from '../../../../clients/typescript/src/proofs/receipt.ts';
import { useWords } from '../../words/index.tsx';
import { Findings } from './findings.tsx';
import { LedgerTabs } from './tabs.tsx';

/** Reads the receipt of a reference from the service. */
const FetchReceipt = ({ keep }: { readonly keep: (receipt: string) => void }) => {
  const { t } = useWords();
  const { filter, setFilter } = useFilters();
  const fetched = useMutation({
    mutationFn: async (ref: string) => api.getProof({ params: { ref } }),
    onSuccess: ({ receipt }) => keep(receipt === null ? '' : JSON.stringify(receipt, null, 2)),
  });
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    fetched.mutate(filter('ref').trim());
  };
  return (
    <form onSubmit={submit}>
      <label>
        <span>{t('ledger.ref')}</span>
        <input
          required
          value={filter('ref')}
          onInput={({ currentTarget }) => setFilter('ref', currentTarget.value)}
        />
      </label>
      {fetched.isError && <Failure error={fetched.error} />}
      {fetched.data?.receipt === null && <p role="status">{t('ledger.noReceipt')}</p>}
      <div>
        <button type="submit" disabled={fetched.isPending}>
          {t('ledger.fetch')}
        </button>
      </div>
    </form>
  );
};

/**
 * Proves rows of the ledger in this browser. The service provides the receipt and nothing else: the key comes from the reader, and
 * the browser does the arithmetic.
 */
export const Proof = () => {
  const { t } = useWords();
  const [receipt, setReceipt] = useState('');
  const [key, setKey] = useState('');
  const check = useMutation({ mutationFn: async () => checkReceipt(receipt, key) });
  useTitle(t('ledger.title'));
  /** Replaces the text, and drops the findings about the previous one. */
  const take = (keep: (text: string) => void, text: string): void => {
    keep(text);
    check.reset();
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <>
      <h1>{t('ledger.title')}</h1>
      <LedgerTabs />
      <p>{t('ledger.intro')}</p>
      <div class="cards">
        <section aria-label={t('ledger.fetch')}>
          <FetchReceipt keep={(fetched) => take(setReceipt, fetched)} />
        </section>
        <section aria-label={t('ledger.check')}>
          <form onSubmit={submit}>
            <label>
              <span>{t('ledger.receipt')}</span>
              <textarea
                required
                spellcheck={false}
                value={receipt}
                onInput={({ currentTarget }) => take(setReceipt, currentTarget.value)}
              />
            </label>
            <label>
              <span>{t('ledger.key')}</span>
              <input
                required
                autocomplete="off"
                aria-describedby="key-help"
                value={key}
                onInput={({ currentTarget }) => take(setKey, currentTarget.value)}
              />
            </label>
            <span id="key-help" class="quiet">
              {t('ledger.keyHelp')}
            </span>
            <div>
              <button type="submit" class="main" disabled={check.isPending}>
                {t('ledger.check')}
              </button>
            </div>
          </form>
        </section>
      </div>
      {check.isError && (
        <p class="failure" role="alert">
          {t('ledger.impossible')}
        </p>
      )}
      {check.data !== undefined && <Findings found={check.data} />}
    </>
  );
};
