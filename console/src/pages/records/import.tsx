import { useState } from 'preact/hooks';
import { ApiError } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Drop } from '../../parts/drop.tsx';
import { Failure } from '../../parts/states.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { type ChosenFile, firstMapping, type Mapping, openFile, sent } from './file.ts';
import { FILE_COLUMNS, operationsOf, type WrittenKind } from './kinds.ts';
import { MapColumns } from './map-columns.tsx';
import { type ImportReport, Report } from './report.tsx';
import { RecordsTabs } from './tabs.tsx';

const WRITTEN = Object.keys(FILE_COLUMNS) as readonly WrittenKind[];

interface Wanted {
  readonly dryRun: boolean;
  readonly partial: boolean;
}

/** Sends the file. A refusal that contains a report about the file counts as a report, not as a failure. */
const send = async (
  kind: WrittenKind,
  chosen: ChosenFile,
  mapping: Mapping,
  { dryRun, partial, idempotencyKey }: Wanted & { readonly idempotencyKey: string },
): Promise<ImportReport> => {
  const columns = Object.fromEntries(Object.entries(mapping).filter(([, column]) => column !== undefined));
  try {
    return await operationsOf(kind).importFile({
      query: {
        ...(dryRun && { dry_run: 'true' }),
        ...(partial && { partial: 'true' }),
        ...(Object.keys(columns).length > 0 && { columns: JSON.stringify(columns) }),
      },
      bytes: sent(chosen),
      idempotencyKey,
    });
  } catch (error) {
    const report = error instanceof ApiError && (error.problem as { import?: ImportReport }).import;
    if (report !== undefined && report !== false) return report;
    throw error;
  }
};

const Checked = ({
  kind,
  chosen,
  mapping,
}: {
  readonly kind: WrittenKind;
  readonly chosen: ChosenFile;
  readonly mapping: Mapping;
}) => {
  const { t } = useWords();
  const [isPartial, setPartial] = useState(false);
  const check = useAct(async (wanted: Wanted, idempotencyKey) =>
    send(kind, chosen, mapping, { ...wanted, idempotencyKey }),
  );
  const write = useAct(
    async (wanted: Wanted, idempotencyKey) => send(kind, chosen, mapping, { ...wanted, idempotencyKey }),
    ['records', 'record'],
  );
  const found = check.data;
  // If no row was read, the header itself is at fault.
  const canWrite = found !== undefined && found.rows > 0 && (found.refused === 0 || isPartial);
  const isDone = write.data?.ledger_ref != null;
  return (
    <>
      <section aria-labelledby="check">
        <h2 id="check">{t('import.step3')}</h2>
        <p class="row">
          <button
            type="button"
            class="main"
            disabled={check.isPending}
            onClick={() => check.mutate({ dryRun: true, partial: true })}
          >
            {t('import.check')}
          </button>
          <span class="quiet">{t('import.checkHelp')}</span>
        </p>
        {check.isError && <Failure error={check.error} />}
        {found !== undefined && <Report report={found} chosen={chosen} mapping={mapping} />}
      </section>
      {found !== undefined && (
        <section aria-labelledby="write">
          <h2 id="write">{t('import.step4')}</h2>
          {found.refused > 0 && found.rows > 0 && (
            <label class="beside row">
              <input
                type="checkbox"
                checked={isPartial}
                onChange={({ currentTarget }) => setPartial(currentTarget.checked)}
              />
              <span>{t('import.partial')}</span>
            </label>
          )}
          <p>
            <button
              type="button"
              class="main"
              disabled={!canWrite || write.isPending || isDone}
              onClick={() => write.mutate({ dryRun: false, partial: isPartial })}
            >
              {t('import.run')}
            </button>
          </p>
          {write.isError && <Failure error={write.error} />}
          {write.data !== undefined && <Report report={write.data} chosen={chosen} mapping={mapping} />}
          {isDone && (
            <p role="status" class="good">
              {t('import.done', { ref: write.data?.ledger_ref ?? '' })}
            </p>
          )}
        </section>
      )}
    </>
  );
};

/** The steps: kind and file, columns, a check that writes nothing, and the import. */
const Steps = () => {
  const { t, name } = useWords();
  const [kind, setKind] = useState<WrittenKind>('policies');
  const [chosen, setChosen] = useState<ChosenFile>();
  const [mapping, setMapping] = useState<Mapping>({});
  const take = async (file: File): Promise<void> => {
    const opened = await openFile(file);
    setChosen(opened);
    setMapping(firstMapping(opened.headers, FILE_COLUMNS[kind]));
  };
  const changeKind = (given: WrittenKind): void => {
    setKind(given);
    if (chosen !== undefined) setMapping(firstMapping(chosen.headers, FILE_COLUMNS[given]));
  };
  return (
    <>
      <section aria-labelledby="choose">
        <h2 id="choose">{t('import.step1')}</h2>
        <form onSubmit={(event) => event.preventDefault()}>
          <label>
            <span>{t('records.kind')}</span>
            <select
              value={kind}
              onChange={({ currentTarget }) => changeKind(currentTarget.value as WrittenKind)}
            >
              {WRITTEN.map((one) => (
                <option key={one} value={one}>
                  {name('recordKind', one)}
                </option>
              ))}
            </select>
          </label>
          <Drop
            label={t('import.file')}
            accept=".csv,.tsv,.txt,.jsonl,.ndjson"
            onFiles={([file]) => file !== undefined && void take(file)}
          />
          {chosen !== undefined && (
            <span class="quiet">
              {t('import.chosen', { name: chosen.file.name, size: chosen.file.size })}
            </span>
          )}
        </form>
      </section>
      {chosen !== undefined && (
        <>
          {chosen.isCsv && (
            <section aria-labelledby="columns">
              <h2 id="columns">{t('import.step2')}</h2>
              <MapColumns chosen={chosen} columns={FILE_COLUMNS[kind]} mapping={mapping} onMap={setMapping} />
            </section>
          )}
          <Checked
            key={`${kind} ${chosen.file.name} ${chosen.file.lastModified} ${JSON.stringify(mapping)}`}
            kind={kind}
            chosen={chosen}
            mapping={mapping}
          />
        </>
      )}
    </>
  );
};

/** Imports a file of records. */
export const Import = () => {
  const { t } = useWords();
  useTitle(t('import.title'));
  return (
    <>
      <h1>{t('import.title')}</h1>
      <RecordsTabs />
      <Allowed scope="records:write">
        <Steps />
      </Allowed>
    </>
  );
};
