import type { ReviewBody } from '../../../../src/contract/review.ts';
import { Cell } from '../../parts/cell.tsx';
import { isObject, type JsonObject } from '../../parts/json-object.ts';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';

/** The parts of a case or a payout that a person looks at first, in this order. */
const FIRST = [
  'amount',
  'approved',
  'policy',
  'diagnosis',
  'admission',
  'discharge',
  'decision',
  'outcome',
  'status',
  'category',
  'risk_score',
  'submissions',
  'pan',
  'aadhaar',
  'filed_at',
  'queued_at',
] as const;

const Whole = ({ value }: { readonly value: unknown }) => {
  const { t } = useWords();
  return (
    <details>
      <summary>{t('review.whole')}</summary>
      <Value value={value} />
    </details>
  );
};

const RecordFacts = ({ title, record }: { readonly title: string; readonly record: JsonObject }) => {
  const { name } = useWords();
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {FIRST.filter((column) => record[column] !== undefined && record[column] !== null).map((column) => [
          <dt key={`${column} name`}>{name('column', column)}</dt>,
          <dd key={column}>
            <Cell column={column} value={record[column]} />
          </dd>,
        ])}
      </dl>
      <Whole value={record} />
    </>
  );
};

/** What has been done with the case so far, in the words of its ledger rows. */
const Steps = ({ rows }: { readonly rows: readonly JsonObject[] }) => {
  const { t } = useWords();
  return (
    <>
      <h3>{t('review.steps')}</h3>
      <ol class="plain">
        {rows.map((row) => (
          <li key={String(row['seq'])}>
            <span class="badge">{String(row['action'])}</span> {String(row['summary'])}
            <Whole value={row} />
          </li>
        ))}
      </ol>
    </>
  );
};

const isRows = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.every((row) => isObject(row) && 'action' in row);

/** The basis of a decision: first what people need most, then everything else that the service has. */
export const Evidence = ({ evidence }: Pick<ReviewBody, 'evidence'>) => {
  const { t } = useWords();
  const { record, payout, rows, ...rest } = evidence;
  return (
    <>
      {isObject(payout) && <RecordFacts title={t('review.payout')} record={payout} />}
      {isObject(record) && <RecordFacts title={t('review.record')} record={record} />}
      {Object.keys(rest).length > 0 && <Value value={rest} />}
      {isRows(rows) ? <Steps rows={rows} /> : rows !== undefined && <Value value={rows} />}
    </>
  );
};
