import { Link } from 'wouter-preact';
import { useOperators } from '../../api/operators.ts';
import { useMe } from '../../api/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { StartOperator } from './start.tsx';
import { Tile } from './tile.tsx';

const RUNNING = { status: 'running' } as const;
const DONE = { status: 'done' } as const;

const Wall = () => {
  const { t } = useWords();
  const running = useOperators(RUNNING);
  const found = running.data?.pages.flatMap(({ runs }) => runs) ?? [];
  return (
    <section aria-labelledby="working">
      <h2 id="working">{t('operators.working')}</h2>
      <Listed list={running} isEmpty={found.length === 0} none={t('operators.noneWorking')}>
        <ul class="plain wall">
          {found.map((run) => (
            <Tile key={run.run_id} id={run.run_id} createdAt={run.created_at} />
          ))}
        </ul>
      </Listed>
    </section>
  );
};

const Finished = () => {
  const { t } = useWords();
  const done = useOperators(DONE);
  const found = done.data?.pages.flatMap(({ runs }) => runs) ?? [];
  return (
    <section aria-labelledby="finished">
      <h2 id="finished">{t('operators.finished')}</h2>
      <Listed list={done} isEmpty={found.length === 0} none={t('operators.noneFinished')}>
        <ul class="plain">
          {found.map((run) => (
            <li key={run.run_id}>
              <Link href={`/operators/${run.run_id}`}>{run.run_id}</Link>{' '}
              <Badge kind="operator" code={run.success === true ? 'succeeded' : 'error'} />{' '}
              <Time iso={run.created_at} /> <span>{run.result}</span>
            </li>
          ))}
        </ul>
      </Listed>
    </section>
  );
};

/** All operators: running ones as a wall of screens, finished ones as a list. */
export const Operators = () => {
  const { t } = useWords();
  const me = useMe();
  useTitle(t('operators.title'));
  return (
    <>
      <h1>{t('operators.title')}</h1>
      <Wall />
      {me.data?.scopes.includes('operators:write') === true && (
        <section aria-labelledby="new">
          <h2 id="new">{t('operators.new')}</h2>
          <StartOperator />
        </section>
      )}
      <Finished />
    </>
  );
};
