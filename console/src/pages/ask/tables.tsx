import type { AnalysisBody } from '../../../../src/contract/analysis.ts';
import { useWords } from '../../words/index.tsx';

/**
 * How the service read the data: its tables and columns, and each value that could be read in another way.
 */
export const DataAsRead = ({ datasets }: { readonly datasets: AnalysisBody['datasets'] }) => {
  const { t } = useWords();
  if (datasets.length === 0) return null;
  return (
    <section aria-labelledby="data">
      <h2 id="data">{t('analysis.data')}</h2>
      {datasets.map((dataset, index) => (
        <div key={dataset.name ?? `dataset ${index}`}>
          {dataset.name !== undefined && <h3>{dataset.name}</h3>}
          <p class="quiet">
            {[dataset.kind, dataset.encoding, dataset.delimiter].filter((each) => each != null).join(' · ')}
          </p>
          {dataset.tables.map((table) => (
            <div key={table.name} class="wide" role="region" aria-label={table.name} tabIndex={0}>
              <table>
                <caption>
                  {table.name} · {t('analysis.rows', { count: table.rows })}
                  {table.rejected > 0 && ` · ${t('analysis.rejected', { count: table.rejected })}`}
                </caption>
                <thead>
                  <tr>
                    <th scope="col">{t('analysis.column')}</th>
                    <th scope="col">{t('analysis.type')}</th>
                  </tr>
                </thead>
                <tbody>
                  {table.columns.map((column) => (
                    <tr key={column.name}>
                      <td data-label={t('analysis.column')}>{column.name}</td>
                      <td data-label={t('analysis.type')}>
                        <code>{column.type}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ))}
          {dataset.notes.length > 0 && (
            <ul>
              {dataset.notes.map(({ code, detail, ambiguous, column }) => (
                <li key={`${code} ${column ?? ''} ${detail}`}>
                  <span class={`badge ${ambiguous ? 'busy' : ''}`}>{code}</span>{' '}
                  <span lang="en">{detail}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
};

/** Tables that the answer consists of. Long ones are cut by the service, which says how many rows there are. */
export const Tables = ({ tables }: { readonly tables: AnalysisBody['tables'] }) => {
  const { t, number } = useWords();
  if (tables.length === 0) return null;
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">{t('analysis.tables')}</h2>
      {tables.map((table) => (
        <div key={table.name} class="wide" role="region" aria-label={table.name} tabIndex={0}>
          <table>
            <caption>
              {table.name} · {t('analysis.rows', { count: table.rows_total })}
              {table.truncated && ` · ${t('analysis.cut', { count: table.rows.length })}`}
            </caption>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, index) => (
                // Rows of a finished table keep their places.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index}>
                  {table.columns.map((column, at) => {
                    const value = row[at];
                    return (
                      <td key={column} data-label={column}>
                        {typeof value === 'number' ? number(value) : String(value ?? t('app.none'))}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
};
