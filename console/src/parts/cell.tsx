import { useWords } from '../words/index.tsx';
import { Time } from './time.tsx';

/** Columns with codes, which have names. */
const CODES: ReadonlySet<string> = new Set(['status', 'state', 'decision', 'kind', 'category']);

const MONEY = /^-?\d{1,13}\.\d\d$/;

/** A value of a record, as people in India write it. */
export const Cell = ({ column, value }: { readonly column: string; readonly value: unknown }) => {
  const { t, name, date, money, number } = useWords();
  if (value === null || value === undefined) return <>{t('app.none')}</>;
  if (typeof value === 'boolean') return <>{t(value ? 'settings.yes' : 'settings.no')}</>;
  if (column.endsWith('_at') && typeof value === 'string') return <Time iso={value} />;
  if (typeof value === 'number') return <>{column === 'year' ? value : number(value)}</>;
  if (typeof value !== 'string') return <>{JSON.stringify(value)}</>;
  if (CODES.has(column)) return <>{name('value', value)}</>;
  return <>{MONEY.test(value) ? money(value) : date(value)}</>;
};
