import { Table } from '../../parts/table.tsx';
import { useWords } from '../../words/index.tsx';
import type { ChosenFile, Mapping } from './file.ts';

const BY_NAME = ' by name';

/** Assigns a column to each header of a file. */
export const MapColumns = ({
  chosen,
  columns,
  mapping,
  onMap,
}: {
  readonly chosen: ChosenFile;
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly onMap: (mapping: Mapping) => void;
}) => {
  const { t, name } = useWords();
  return (
    <Table
      label={t('import.step2')}
      rows={chosen.headers.map((header, at) => ({ header, at }))}
      keyOf={({ header, at }) => `${at} ${header}`}
      columns={[
        { label: t('import.header'), cell: ({ header }) => header },
        { label: t('import.sample'), cell: ({ at }) => chosen.rows[0]?.cells[at] ?? t('app.none') },
        {
          label: t('import.column'),
          cell: ({ header }) => (
            <select
              aria-label={`${t('import.column')}: ${header}`}
              value={mapping[header] ?? BY_NAME}
              onChange={({ currentTarget: { value } }) =>
                onMap({ ...mapping, [header]: value === BY_NAME ? undefined : value })
              }
            >
              <option value={BY_NAME}>{t('import.byName')}</option>
              <option value="">{t('import.leaveOut')}</option>
              {columns.map((column) => (
                <option key={column} value={column}>
                  {name('column', column)} ({column})
                </option>
              ))}
            </select>
          ),
        },
      ]}
    />
  );
};
