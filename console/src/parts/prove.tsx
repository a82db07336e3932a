import { Link } from 'wouter-preact';
import { useWords } from '../words/index.tsx';
import type { Word } from '../words/en/index.ts';

/** Links to the proof of a reference's rows. */
export const Prove = ({
  ledgerRef,
  word = 'ledger.prove',
}: {
  readonly ledgerRef: string;
  readonly word?: Word;
}) => {
  const { t } = useWords();
  return <Link href={`/ledger/proof?ref=${encodeURIComponent(ledgerRef)}`}>{t(word)}</Link>;
};
