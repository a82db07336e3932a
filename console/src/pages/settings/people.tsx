import { useState } from 'preact/hooks';
import type { Role } from '../../../../src/contract/roles.ts';
import type { listPeople } from '../../../../src/contract/operations/people.ts';
import { admin } from '../../api/admin.ts';
import type { Reply } from '../../api/call.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { checkedIn, onSubmit, textIn } from '../../parts/form.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Failure } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { ROLES } from './roles.ts';
import { SettingsTabs } from './tabs.tsx';

type Person = Reply<typeof listPeople>['people'][number];

const STALE = ['people', 'sessions'];

const ChangeRoles = ({ person, done }: { readonly person: Person; readonly done: () => void }) => {
  const { t, name } = useWords();
  const params = { id: person.id };
  const change = useAct(
    async (roles: readonly Role[]) => admin.changeRoles({ params, body: { roles: [...roles] } }),
    STALE,
  );
  return (
    <form
      onSubmit={onSubmit((form) =>
        change.mutate(checkedIn(form, 'roles') as readonly Role[], { onSuccess: done }),
      )}
    >
      <Checks
        legend={`${t('people.roles')}: ${person.name}`}
        name="roles"
        values={ROLES}
        checked={person.roles}
        nameOf={(role) => name('role', role)}
      />
      {change.isError && <Failure error={change.error} />}
      <div class="row">
        <button type="submit" class="main" disabled={change.isPending}>
          {t('part.save')}
        </button>
        <button type="button" onClick={done}>
          {t('part.no')}
        </button>
      </div>
    </form>
  );
};

const Acts = ({ person }: { readonly person: Person }) => {
  const { t } = useWords();
  const [isChanging, setChanging] = useState(false);
  const params = { id: person.id };
  const deactivate = useAct(async () => admin.deactivatePerson({ params }), STALE);
  const reactivate = useAct(
    async (_: void, idempotencyKey) => admin.reactivatePerson({ params, idempotencyKey }),
    STALE,
  );
  const fromProvider = useAct(async () => admin.changeRoles({ params, body: { roles: null } }), STALE);
  if (isChanging) return <ChangeRoles person={person} done={() => setChanging(false)} />;
  if (person.deactivated_at !== null)
    return (
      <>
        {reactivate.isError && <Failure error={reactivate.error} />}
        <button
          type="button"
          aria-label={`${t('people.reactivate')}: ${person.name}`}
          disabled={reactivate.isPending}
          onClick={() => reactivate.mutate()}
        >
          {t('people.reactivate')}
        </button>
      </>
    );
  return (
    <div class="row">
      <button
        type="button"
        aria-label={`${t('people.change')}: ${person.name}`}
        onClick={() => setChanging(true)}
      >
        {t('people.change')}
      </button>
      {person.subject !== null && person.roles_from === 'here' && (
        <Confirm
          label={t('people.fromProvider')}
          about={person.name}
          question={t('people.fromProviderSure')}
          act={fromProvider}
        />
      )}
      <Confirm
        label={t('people.deactivate')}
        about={person.name}
        question={t('people.deactivateSure')}
        act={deactivate}
      />
    </div>
  );
};

interface Wanted {
  readonly name: string;
  readonly roles: Role[];
  readonly subject?: string;
}

const AddPerson = () => {
  const { t, name } = useWords();
  const add = useAct(
    async (body: Wanted, idempotencyKey) => admin.addPerson({ body, idempotencyKey }),
    ['people'],
  );
  const submit = onSubmit((form, element) => {
    const subject = textIn(form, 'subject');
    const body = {
      name: textIn(form, 'name') ?? '',
      roles: checkedIn(form, 'roles') as Role[],
      ...(subject !== null && { subject }),
    };
    add.mutate(body, { onSuccess: () => element.reset() });
  });
  return (
    <section aria-labelledby="add">
      <h2 id="add">{t('people.add')}</h2>
      <form onSubmit={submit}>
        <label>
          <span>{t('part.name')}</span>
          <input name="name" required maxLength={100} autocomplete="off" />
        </label>
        <Checks
          legend={t('people.roles')}
          name="roles"
          values={ROLES}
          nameOf={(role) => name('role', role)}
        />
        <label>
          <span>{t('people.subject')}</span>
          <input name="subject" maxLength={255} autocomplete="off" />
        </label>
        {add.isError && <Failure error={add.error} />}
        {add.data !== undefined && add.data.subject === null && (
          <p role="status">
            {t('people.link')} <code>npm run pramaan -- people link --person {add.data.id}</code>
          </p>
        )}
        <div>
          <button type="submit" class="main" disabled={add.isPending}>
            {t('people.create')}
          </button>
        </div>
      </form>
    </section>
  );
};

/** The people of the team with their roles. */
const PeopleList = () => {
  const { t, name } = useWords();
  const people = useRead(['people'], async (signal) => admin.listPeople({ signal }));
  return (
    <>
      <section aria-label={t('people.title')}>
        <Loaded query={people}>
          {({ people: found }) =>
            found.length === 0 ? (
              <p>{t('people.none')}</p>
            ) : (
              <Table
                label={t('people.title')}
                rows={found}
                keyOf={({ id }) => id}
                columns={[
                  { label: t('part.name'), cell: (person) => person.name },
                  {
                    label: t('part.state'),
                    cell: (one) => t(one.deactivated_at === null ? 'people.active' : 'people.deactivated'),
                  },
                  {
                    label: t('people.roles'),
                    cell: ({ roles }) => roles.map((role) => name('role', role)).join(', ') || t('app.none'),
                  },
                  { label: t('people.from'), cell: (one) => name('rolesFrom', one.roles_from) },
                  {
                    label: t('people.signedIn'),
                    cell: ({ signed_in_at: at }) => (at === null ? t('part.never') : <Time iso={at} />),
                  },
                  { label: t('part.do'), cell: (person) => <Acts person={person} /> },
                ]}
              />
            )
          }
        </Loaded>
      </section>
      <AddPerson />
    </>
  );
};

/** The people of the team, for those who administer them. */
export const People = () => {
  const { t } = useWords();
  useTitle(t('people.title'));
  return (
    <>
      <h1>{t('people.title')}</h1>
      <SettingsTabs />
      <Allowed scope="people">
        <PeopleList />
      </Allowed>
    </>
  );
};
