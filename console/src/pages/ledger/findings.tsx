import type { ReceiptCheck } from '../../../../clients/typescript/src/proofs/receipt.ts';
import { useWords } from '../../words/index.tsx';

const FAULTS = {
  receipt: 'ledger.faultReceipt',
  key: 'ledger.faultKey',
  signature: 'ledger.faultSignature',
  log: 'ledger.faultLog',
} as const;

const ROW_FAULTS = {
  hash: 'ledger.faultHash',
  columns: 'ledger.faultColumns',
  path: 'ledger.faultPath',
} as const;

/** The browser's findings: first the checkpoint, then each row with the hash that the browser calculated. */
export const Findings = ({ found }: { readonly found: ReceiptCheck }) => {
  const { t, number } = useWords();
  const { fault, size, rows } = found;
  const forged = rows.filter((row) => row.fault !== null).length;
  if (fault !== null) {
    return (
      <section class="forged" role="alert">
        <p>{t(FAULTS[fault])}</p>
      </section>
    );
  }
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{t('ledger.findings')}</h2>
      <p class="good">{t('ledger.signed', { size })}</p>
      <p class={forged === 0 ? 'good' : 'bad'} role={forged === 0 ? 'status' : 'alert'}>
        {forged === 0
          ? t('ledger.allHold', { count: rows.length })
          : t('ledger.someForged', { count: forged })}
      </p>
      <ul class="plain">
        {rows.map((row) => (
          <li key={row.seq} class={row.fault === null ? 'proven' : 'forged'}>
            <strong>
              {number(row.seq)} · {row.action}
            </strong>{' '}
            {row.fault === null ? t('ledger.rowHolds') : t(ROW_FAULTS[row.fault])}
            <br />
            <code>{row.hash}</code>
          </li>
        ))}
      </ul>
    </section>
  );
};
