import { Link } from 'wouter-preact';
import type { listAgentTasks } from '../../../../src/contract/operations/agents.ts';
import type { listAnalyses } from '../../../../src/contract/operations/analysis.ts';
import { type FiltersOf, useList } from '../../api/lists.ts';
import { work } from '../../api/work.ts';
import { Badge } from '../../parts/badge.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Time } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';

const LISTS = {
  task: async (given: Parameters<typeof work.listAgentTasks>[0]) => work.listAgentTasks(given),
  analysis: async (given: Parameters<typeof work.listAnalyses>[0]) => work.listAnalyses(given),
} as const;

const NONE: FiltersOf<typeof listAgentTasks> & FiltersOf<typeof listAnalyses> = {};

/** Earlier tasks or analyses of the team, newest first. */
export const EarlierRuns = ({ kind }: { readonly kind: keyof typeof LISTS }) => {
  const { t } = useWords();
  const list = useList(`asked ${kind}`, NONE, LISTS[kind]);
  const found = list.data?.pages.flatMap(({ runs }) => runs) ?? [];
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">{t('ask.earlier')}</h2>
      <Listed list={list} isEmpty={found.length === 0} none={t('ask.earlierNone')}>
        <ul class="plain">
          {found.map((run) => (
            <li key={run.ledger_ref} class="row">
              <Link href={`/ask/${kind}/${run.ledger_ref}`}>{run.ledger_ref}</Link>
              <Badge kind="status" code={run.status} />
              <Time iso={run.created_at} />
            </li>
          ))}
        </ul>
      </Listed>
    </section>
  );
};
