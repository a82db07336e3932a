import type { z } from 'zod';
import type { importReportSchema } from '../../../../src/contract/records.ts';
import { Table } from '../../parts/table.tsx';
import { useWords } from '../../words/index.tsx';
import { type ChosenFile, cellOf, type Mapping } from './file.ts';

export type ImportReport = z.output<typeof importReportSchema>;

/** The service's report about a file: counts, and each error with its cell. */
export const Report = ({
  report,
  chosen,
  mapping,
}: {
  readonly report: ImportReport;
  readonly chosen: ChosenFile;
  readonly mapping: Mapping;
}) => {
  const { t, number } = useWords();
  const { rows, inserted, updated, unchanged, refused, errors, more_errors: more } = report;
  return (
    <>
      <p role="status">{t('import.report', { rows, inserted, updated, unchanged, refused })}</p>
      {errors.length === 0 ? (
        <p class="good">{t('import.clean')}</p>
      ) : (
        <Table
          label={t('import.errors')}
          rows={errors}
          keyOf={({ line, column, reason }) => `${line} ${column} ${reason}`}
          columns={[
            { label: t('import.line'), cell: ({ line }) => number(line) },
            { label: t('import.column'), cell: ({ column }) => column ?? t('app.none') },
            {
              label: t('import.cell'),
              cell: (error) => <code>{cellOf(chosen, mapping, error) ?? t('app.none')}</code>,
            },
            { label: t('import.reason'), cell: ({ reason }) => reason },
          ]}
        />
      )}
      {more > 0 && <p>{t('import.more', { count: more })}</p>}
    </>
  );
};
