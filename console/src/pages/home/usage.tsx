import type { UsageBody } from '../../../../src/contract/usage.ts';
import { admin } from '../../api/admin.ts';
import { useRead } from '../../api/hooks.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Table } from '../../parts/table.tsx';
import { useWords } from '../../words/index.tsx';
import { Bars } from './bars.tsx';

const EVERY_MS = 15_000;

export const useUsage = () =>
  useRead(['usage'], async (signal) => admin.getUsage({ query: { days: '14' }, signal }), EVERY_MS);

export const startedIn = ({ days }: UsageBody): number =>
  days.reduce((sum, { runs }) => sum + runs.started, 0);

/** The possible results of a run, with the colour of each one's part of a bar. */
const OUTCOMES = [
  ['approve', 'decision.approve', 'good'],
  ['resolved', 'decision.resolved', 'accent'],
  ['escalate', 'decision.escalate', 'busy'],
  ['reject', 'decision.reject', 'bad'],
  ['error', 'status.error', 'quiet'],
] as const;

const Decisions = ({ usage }: { readonly usage: UsageBody }) => {
  const { t, number, date } = useWords();
  const started = startedIn(usage);
  if (started === 0) return <p>{t('usage.decisionsNone')}</p>;
  return (
    <>
      <p>{t('usage.sum', { count: started })}</p>
      <Bars
        label={t('usage.decisions')}
        bars={usage.days.map(({ day, runs }) => ({
          key: day,
          label: day.slice(8),
          parts: OUTCOMES.map(([outcome, , tone]) => ({ tone, value: runs[outcome] })),
        }))}
      />
      <ul class="legend">
        {OUTCOMES.map(([outcome, word, tone]) => (
          <li key={outcome}>
            <span class={`dot ${tone}`} aria-hidden="true" /> {t(word)}:{' '}
            {number(usage.days.reduce((sum, { runs }) => sum + runs[outcome], 0))}
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('usage.asTable')}</summary>
        <Table
          label={t('usage.decisions')}
          rows={usage.days.filter(({ runs }) => runs.started > 0)}
          keyOf={({ day }) => day}
          columns={[
            { label: t('usage.day'), cell: ({ day }) => date(day) },
            ...OUTCOMES.map(([outcome, word]) => ({
              label: t(word),
              cell: ({ runs }: UsageBody['days'][number]) => number(runs[outcome]),
            })),
          ]}
        />
      </details>
    </>
  );
};

const Reasons = ({ reasons }: Pick<UsageBody, 'reasons'>) => {
  const { t, number } = useWords();
  if (reasons.length === 0) return <p>{t('usage.reasonsNone')}</p>;
  return (
    <Table
      label={t('usage.reasons')}
      rows={reasons}
      keyOf={({ code }) => code}
      columns={[
        { label: t('usage.reason'), cell: ({ code }) => <code>{code}</code> },
        { label: t('usage.runs'), cell: ({ runs }) => number(runs) },
      ]}
    />
  );
};

const Models = ({ models }: Pick<UsageBody, 'models'>) => {
  const { t, number } = useWords();
  if (models.length === 0) return <p>{t('usage.modelNone')}</p>;
  return (
    <Table
      label={t('usage.model')}
      rows={models}
      keyOf={({ name }) => name}
      columns={[
        { label: t('usage.model'), cell: ({ name }) => name },
        { label: t('usage.turns'), cell: ({ turns }) => number(turns) },
        {
          label: t('usage.tokens'),
          cell: (one) => `${number(one.input_tokens)} / ${number(one.output_tokens)}`,
        },
        { label: t('usage.cost'), cell: ({ cost }) => number(cost) },
      ]}
    />
  );
};

const InUse = ({ now }: Pick<UsageBody, 'now'>) => {
  const { t, number } = useWords();
  return (
    <dl>
      <dt>{t('usage.runs')}</dt>
      <dd>{number(now.runs)}</dd>
      <dt>{t('usage.sandboxes')}</dt>
      <dd>{number(now.sandboxes)}</dd>
      <dt>{t('usage.desktops')}</dt>
      <dd>{number(now.desktops)}</dd>
    </dl>
  );
};

/** The team's decisions and usage in the last days, and its current usage. */
export const Usage = () => {
  const { t } = useWords();
  const usage = useUsage();
  return (
    <>
      <h2>{t('usage.title')}</h2>
      <Loaded query={usage}>
        {(found) => (
          <div class="cards">
            <section aria-labelledby="decisions">
              <h3 id="decisions">{t('usage.decisions')}</h3>
              <Decisions usage={found} />
            </section>
            <section aria-labelledby="reasons">
              <h3 id="reasons">{t('usage.reasons')}</h3>
              <Reasons reasons={found.reasons} />
            </section>
            <section aria-labelledby="model">
              <h3 id="model">{t('usage.model')}</h3>
              <Models models={found.models} />
            </section>
            <section aria-labelledby="in-use">
              <h3 id="in-use">{t('usage.now')}</h3>
              <InUse now={found.now} />
            </section>
          </div>
        )}
      </Loaded>
    </>
  );
};
