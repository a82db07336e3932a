import { useQuery } from '@tanstack/preact-query';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { listVerticals } from '../../../../src/contract/operations/discovery.ts';
import type { Reply } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { useMe } from '../../api/queries.ts';
import { start } from '../../api/start.ts';
import { VERTICALS } from '../../api/types.ts';
import { useVerticals } from '../../api/verticals.ts';
import { work } from '../../api/work.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { useFilters } from '../../parts/filters.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Documents } from './documents.tsx';
import { type Attached, caseOf, DOCUMENTS } from './fields.ts';
import { useHelp } from './help.ts';
import { HowAndStart } from './how-and-start.tsx';
import { type How, wantedOf } from './how.tsx';
import { MemberField } from './member-field.tsx';
import { OwnForm } from './own-form.tsx';

type Vertical = Reply<typeof listVerticals>['verticals'][number];

/** The form of one vertical, generated from the members that the contract lists. */
const CaseForm = ({ vertical }: { readonly vertical: Vertical }) => {
  const { t } = useWords();
  const about = useHelp()('vertical-help', vertical.id, vertical.description);
  const me = useMe();
  const [, go] = useLocation();
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [attached, setAttached] = useState<readonly Attached[]>([]);
  const [how, setHow] = useState<How>({ mode: 'simulated', model: '' });
  const started = useAct(start);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    started.mutate(
      { vertical: vertical.id, ...wantedOf(how), given: { case: caseOf(fields, attached) } },
      { onSuccess: (id) => go(`/runs/${id}`) },
    );
  };
  const texts = vertical.members.filter(({ name }) => name !== DOCUMENTS);
  const takesDocuments =
    texts.length < vertical.members.length && me.data?.scopes.includes('documents:write') === true;
  const fillIn = (): void =>
    setFields(
      Object.fromEntries(texts.flatMap(({ name, sample }) => (sample === undefined ? [] : [[name, sample]]))),
    );
  return (
    <form onSubmit={submit}>
      <p lang={about.lang}>{about.text}</p>
      <div class="row">
        <button type="button" onClick={fillIn}>
          {t('start.sample')}
        </button>
      </div>
      <div class="fields">
        {texts.map((member) => (
          <MemberField
            key={member.name}
            vertical={vertical.id}
            member={member}
            value={fields[member.name] ?? ''}
            onChange={(value) => setFields((before) => ({ ...before, [member.name]: value }))}
          />
        ))}
      </div>
      {takesDocuments && <Documents attached={attached} onChange={setAttached} />}
      <HowAndStart how={how} onChange={setHow} started={started} />
    </form>
  );
};

/** Starts a run with the case of an earlier one, which this page cannot show. */
const Again = ({ id, vertical }: { readonly id: string; readonly vertical: string }) => {
  const { t } = useWords();
  const [, go] = useLocation();
  const [how, setHow] = useState<How>({ mode: 'simulated', model: '' });
  const started = useAct(start);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    started.mutate(
      { vertical, ...wantedOf(how), given: { case_of: id } },
      { onSuccess: (run) => go(`/runs/${run}`) },
    );
  };
  return (
    <form onSubmit={submit}>
      <p>
        {t('start.again')} <Link href={`/runs/${id}`}>{id}</Link>
      </p>
      <HowAndStart how={how} onChange={setHow} started={started} />
    </form>
  );
};

/** A form for each vertical, or the case of an earlier run. */
const Forms = () => {
  const { t } = useWords();
  const { filter, setFilter } = useFilters();
  const { ids, own, nameOf } = useVerticals();
  const verticals = useQuery({
    queryKey: ['verticals'],
    queryFn: async ({ signal }) => work.listVerticals({ signal }),
    staleTime: Infinity,
  });
  const again = filter('again');
  const wanted = filter('vertical');
  // The case of an earlier run is of its vertical, whether or not that is in the list.
  const chosen = (again === '' ? ids.find((id) => id === wanted) : wanted) || VERTICALS[0]!;
  const ofTeam = own.find(({ id }) => id === chosen);
  const vertical = verticals.data?.verticals.find(({ id }) => id === chosen);
  return (
    <>
      {again === '' && (
        <div class="filters">
          <label>
            <span>{t('runs.vertical')}</span>
            <select
              value={chosen}
              onChange={({ currentTarget }) => setFilter('vertical', currentTarget.value)}
            >
              {ids.map((id) => (
                <option key={id} value={id}>
                  {nameOf(id)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <section aria-label={t('runs.case')}>
        {verticals.isPending && <Loading />}
        {verticals.isError && <Failure error={verticals.error} again={async () => verticals.refetch()} />}
        {again === ''
          ? ((ofTeam && <OwnForm key={chosen} vertical={ofTeam} />) ??
            (vertical && <CaseForm key={vertical.id} vertical={vertical} />))
          : verticals.isSuccess && <Again id={again} vertical={chosen} />}
      </section>
    </>
  );
};

/** Starts a run. */
export const Start = () => {
  const { t } = useWords();
  useTitle(t('start.title'));
  return (
    <>
      <h1>{t('start.title')}</h1>
      <Allowed scope="runs:write">
        <Forms />
      </Allowed>
    </>
  );
};
