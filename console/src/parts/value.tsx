import { useWords } from '../words/index.tsx';

/** Any JSON value, for people: objects as terms with values, arrays as lists. */
export const Value = ({ value }: { readonly value: unknown }) => {
  const { t } = useWords();
  if (value === null || value === undefined || value === '') return <>{t('app.none')}</>;
  if (typeof value !== 'object') return <>{typeof value === 'string' ? value : JSON.stringify(value)}</>;
  if (Array.isArray(value)) {
    if (value.length === 0) return <>{t('app.none')}</>;
    return (
      <ul>
        {value.map((one, index) => (
          // The evidence of a review never changes, so neither does an item's place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Value value={one} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl>
      {Object.entries(value).map(([name, one]) => [
        <dt key={`term ${name}`}>{name}</dt>,
        <dd key={`value ${name}`}>
          <Value value={one} />
        </dd>,
      ])}
    </dl>
  );
};
