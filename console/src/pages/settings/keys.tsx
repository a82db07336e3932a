import { useState } from 'preact/hooks';
import type { issueKey, listKeys } from '../../../../src/contract/operations/keys.ts';
import { admin } from '../../api/admin.ts';
import type { Given, Reply } from '../../api/call.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { checkedIn, onSubmit, textIn } from '../../parts/form.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { OnceShown } from '../../parts/once-shown.tsx';
import { Failure } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { SCOPES } from './scopes.ts';
import { SettingsTabs } from './tabs.tsx';

type Key = Reply<typeof listKeys>['keys'][number];
type Wanted = NonNullable<Given<typeof issueKey>['body']>;

const stateOf = ({ revoked_at: revoked, expires_at: ends }: Key): 'active' | 'revoked' | 'expired' => {
  if (revoked !== null && Date.parse(revoked) <= Date.now()) return 'revoked';
  return ends !== null && Date.parse(ends) <= Date.now() ? 'expired' : 'active';
};

const IssueKey = ({ show }: { readonly show: (key: string) => void }) => {
  const { t, name } = useWords();
  const [isEmpty, setEmpty] = useState(false);
  const issue = useAct(async (body: Wanted) => admin.issueKey({ body }), ['keys'], { hasSecret: true });
  const submit = onSubmit((form, element) => {
    const scopes = checkedIn(form, 'scopes') as Wanted['scopes'];
    setEmpty(scopes?.length === 0);
    if (scopes?.length === 0) return;
    const days = textIn(form, 'days');
    const body = {
      name: textIn(form, 'name') ?? '',
      scopes,
      ...(days !== null && { expires_in_days: Number(days) }),
    };
    issue.mutate(body, {
      onSuccess: ({ key }) => {
        show(key);
        issue.reset();
        element.reset();
      },
    });
  });
  return (
    <section aria-labelledby="issue">
      <h2 id="issue">{t('keys.issue')}</h2>
      <form onSubmit={submit}>
        <label>
          <span>{t('part.name')}</span>
          <input name="name" required maxLength={100} autocomplete="off" />
        </label>
        <Checks
          legend={t('keys.scopes')}
          name="scopes"
          values={SCOPES}
          nameOf={(scope) => `${scope}: ${name('scope', scope)}`}
        />
        <label>
          <span>{t('keys.days')}</span>
          <input name="days" type="number" min={1} max={3650} />
        </label>
        {isEmpty && (
          <p class="failure" role="alert">
            {t('keys.choose')}
          </p>
        )}
        {issue.isError && <Failure error={issue.error} />}
        <div>
          <button type="submit" class="main" disabled={issue.isPending}>
            {t('keys.create')}
          </button>
        </div>
      </form>
    </section>
  );
};

const Acts = ({ apiKey, show }: { readonly apiKey: Key; readonly show: (key: string) => void }) => {
  const { t } = useWords();
  const params = { id: apiKey.id };
  const revoke = useAct(async () => admin.revokeKey({ params }), ['keys']);
  const rotate = useAct(async () => admin.rotateKey({ params }), ['keys'], { hasSecret: true });
  if (stateOf(apiKey) !== 'active') return <>{t('app.none')}</>;
  return (
    <div class="row">
      <Confirm
        label={t('keys.rotate')}
        about={apiKey.name}
        question={t('keys.rotateSure')}
        act={{
          ...rotate,
          mutate: () =>
            rotate.mutate(undefined, {
              onSuccess: ({ key }) => {
                show(key);
                rotate.reset();
              },
            }),
        }}
      />
      <Confirm label={t('keys.revoke')} about={apiKey.name} question={t('keys.revokeSure')} act={revoke} />
    </div>
  );
};

/** The team's API keys. A new key is shown once. */
const KeyList = () => {
  const { t } = useWords();
  const [shown, setShown] = useState<string>();
  const keys = useRead(['keys'], async (signal) => admin.listKeys({ signal }));
  const time = (iso: string | null) => (iso === null ? t('part.never') : <Time iso={iso} />);
  return (
    <>
      {shown !== undefined && (
        <OnceShown label={t('keys.key')} value={shown} onDone={() => setShown(undefined)} />
      )}
      <section aria-label={t('keys.title')}>
        <Loaded query={keys}>
          {({ keys: found }) =>
            found.length === 0 ? (
              <p>{t('keys.none')}</p>
            ) : (
              <Table
                label={t('keys.title')}
                rows={found}
                keyOf={({ id }) => id}
                columns={[
                  { label: t('part.name'), cell: ({ name }) => name },
                  { label: t('keys.prefix'), cell: ({ prefix }) => <code>{prefix}…</code> },
                  { label: t('part.state'), cell: (key) => t(`keys.${stateOf(key)}`) },
                  { label: t('keys.scopes'), cell: ({ scopes }) => scopes.join(', ') },
                  { label: t('keys.ends'), cell: (key) => time(key.expires_at) },
                  { label: t('keys.used'), cell: (key) => time(key.last_used_at) },
                  { label: t('part.do'), cell: (key) => <Acts apiKey={key} show={setShown} /> },
                ]}
              />
            )
          }
        </Loaded>
      </section>
      <IssueKey show={setShown} />
    </>
  );
};

/** The team's API keys, for people who administer them. */
export const Keys = () => {
  const { t } = useWords();
  useTitle(t('keys.title'));
  return (
    <>
      <h1>{t('keys.title')}</h1>
      <SettingsTabs />
      <Allowed scope="admin">
        <KeyList />
      </Allowed>
    </>
  );
};
