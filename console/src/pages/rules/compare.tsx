import { admin } from '../../api/admin.ts';
import { useRead } from '../../api/hooks.ts';
import { Choose } from '../../parts/choose.tsx';
import { useFilters } from '../../parts/filters.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Table } from '../../parts/table.tsx';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';

const Differences = ({
  id,
  from,
  to,
}: {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}) => {
  const { t } = useWords();
  const diff = useRead(['rule-set', id, 'diff', from, to], async (signal) =>
    admin.diffRuleSetVersions({ params: { id }, query: { from, to }, signal }),
  );
  return (
    <Loaded query={diff}>
      {({ changes }) =>
        changes.length === 0 ? (
          <p role="status">{t('rules.same')}</p>
        ) : (
          <Table
            label={t('rules.compare')}
            rows={changes}
            keyOf={({ at }) => at}
            columns={[
              { label: t('rules.part'), cell: ({ at }) => <code>{at}</code> },
              { label: t('rules.before'), cell: ({ before }) => <Value value={before} /> },
              { label: t('rules.after'), cell: ({ after }) => <Value value={after} /> },
            ]}
          />
        )
      }
    </Loaded>
  );
};

/**
 * Compares two versions of a rule set part by part. The address contains the choice, so that colleagues can
 * open the same comparison.
 */
export const Compare = ({ id, versions }: { readonly id: string; readonly versions: readonly number[] }) => {
  const { t } = useWords();
  const { filter, setFilter } = useFilters();
  const [from, to] = [filter('from'), filter('to')];
  const choice = (label: string, name: 'from' | 'to') => (
    <Choose
      label={label}
      kind="version"
      values={versions.map(String)}
      all={t('app.none')}
      value={filter(name)}
      onChoose={(value) => setFilter(name, value)}
    />
  );
  return (
    <section aria-labelledby="compare">
      <h2 id="compare">{t('rules.compare')}</h2>
      <div class="filters">
        {choice(t('rules.before'), 'from')}
        {choice(t('rules.after'), 'to')}
      </div>
      {from !== '' && to !== '' && <Differences id={id} from={from} to={to} />}
    </section>
  );
};
