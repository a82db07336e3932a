import type { RuleSetVersionSummary } from '../../../../src/contract/rule-set-version.ts';
import { Link } from 'wouter-preact';
import { admin } from '../../api/admin.ts';
import { useMay, useRead } from '../../api/hooks.ts';
import { ActorName } from '../../parts/actor.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Compare } from './compare.tsx';
import { Moves } from './moves.tsx';

const LastMove = ({ of }: { readonly of: RuleSetVersionSummary }) => {
  const { t } = useWords();
  const last = of.retired ?? of.activated ?? of.approved ?? of.proposed ?? of.drafted;
  if (last === null) return <>{t('app.none')}</>;
  return (
    <>
      <ActorName actor={last.by} /> · <Time iso={last.at} />
    </>
  );
};

/** Leads to the editor: of the draft, if the team has one, or of the version after the newest. */
const NextDraft = ({
  id,
  versions,
}: {
  readonly id: string;
  readonly versions: readonly RuleSetVersionSummary[];
}) => {
  const { t } = useWords();
  const draft = versions.find(({ state, owner }) => state === 'draft' && owner === 'team');
  const from = draft ?? versions[0];
  if (from === undefined) return null;
  return (
    <p>
      <Link href={`/rules/${id}/draft?from=${from.version}`}>
        {t(draft === undefined ? 'rules.newDraft' : 'rules.editDraft')}
      </Link>
    </p>
  );
};

const History = ({ id }: { readonly id: string }) => {
  const { t, number } = useWords();
  const history = useRead(['rule-set', id, 'history'], async (signal) =>
    admin.getRuleSetHistory({ params: { id }, signal }),
  );
  return (
    <section aria-labelledby="history">
      <h2 id="history">{t('rules.history')}</h2>
      <Loaded query={history}>
        {({ moves }) =>
          moves.length === 0 ? (
            <p>{t('rules.historyNone')}</p>
          ) : (
            <Table
              label={t('rules.history')}
              rows={moves}
              keyOf={(move) => move.row_id}
              columns={[
                {
                  label: t('rules.version'),
                  cell: ({ version }) => (version === null ? '–' : number(version)),
                },
                { label: t('run.action'), cell: ({ action }) => action },
                { label: t('run.summary'), cell: ({ summary }) => summary },
                { label: t('safety.by'), cell: ({ actor }) => <ActorName actor={actor} /> },
                { label: t('run.at'), cell: ({ at }) => <Time iso={at} /> },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
};

/** One rule set: its versions with their moves, what differs between two of them, and its history. */
export const RuleSet = ({ params: { id } }: { readonly params: { readonly id: string } }) => {
  const { t, name, number, date } = useWords();
  const set = useRead(['rule-set', id], async (signal) => admin.getRuleSet({ params: { id }, signal }));
  const mayWrite = useMay()('rules:write');
  const title = set.data?.title ?? id;
  useTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <Loaded query={set}>
        {({ versions }) => (
          <>
            <section aria-labelledby="versions">
              <h2 id="versions">{t('rules.versions')}</h2>
              <Table
                label={t('rules.versions')}
                rows={versions}
                keyOf={(one) => `${one.owner} ${one.version}`}
                columns={[
                  {
                    label: t('rules.version'),
                    cell: ({ version }) => (version === null ? '–' : number(version)),
                  },
                  { label: t('part.state'), cell: ({ state }) => <Badge kind="ruleState" code={state} /> },
                  { label: t('rules.owner'), cell: ({ owner }) => name('ruleOwner', owner) },
                  {
                    label: t('rules.from'),
                    cell: (one) => (one.active_from === null ? t('app.none') : date(one.active_from)),
                  },
                  { label: t('rules.last'), cell: (one) => <LastMove of={one} /> },
                  { label: t('rules.sha'), cell: ({ sha256 }) => <code>{sha256}</code> },
                  { label: t('part.do'), cell: (one) => <Moves id={id} of={one} /> },
                ]}
              />
              {mayWrite && <NextDraft id={id} versions={versions} />}
            </section>
            <Compare id={id} versions={versions.map(({ version }) => version)} />
            <History id={id} />
          </>
        )}
      </Loaded>
    </>
  );
};
