import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { createWebhook } from '../../../../src/contract/operations/webhooks.ts';
import { admin } from '../../api/admin.ts';
import type { Given } from '../../api/call.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Checks } from '../../parts/checks.tsx';
import { checkedIn, onSubmit, textIn } from '../../parts/form.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { OnceShown } from '../../parts/once-shown.tsx';
import { Failure } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { EVENT_TYPES } from './event-types.ts';
import { SettingsTabs } from './tabs.tsx';

type Wanted = NonNullable<Given<typeof createWebhook>['body']>;

const AddWebhook = () => {
  const { t } = useWords();
  const [secret, setSecret] = useState<string>();
  const create = useAct(
    async (body: Wanted, idempotencyKey) => admin.createWebhook({ body, idempotencyKey }),
    ['webhooks'],
    { hasSecret: true },
  );
  const submit = onSubmit((form, element) => {
    const body = { url: textIn(form, 'url') ?? '', events: checkedIn(form, 'events') as Wanted['events'] };
    create.mutate(body, {
      onSuccess: (created) => {
        setSecret(created.secret);
        create.reset();
        element.reset();
      },
    });
  });
  return (
    <section aria-labelledby="add">
      <h2 id="add">{t('webhooks.add')}</h2>
      {secret !== undefined && (
        <OnceShown label={t('webhooks.secret')} value={secret} onDone={() => setSecret(undefined)} />
      )}
      <form onSubmit={submit}>
        <label>
          <span>{t('webhooks.url')}</span>
          <input name="url" type="url" required maxLength={2_000} aria-describedby="url-help" />
        </label>
        <span id="url-help" class="quiet">
          {t('webhooks.urlHelp')}
        </span>
        <Checks legend={t('webhooks.events')} name="events" values={EVENT_TYPES} />
        {create.isError && <Failure error={create.error} />}
        <div>
          <button type="submit" class="main" disabled={create.isPending}>
            {t('webhooks.create')}
          </button>
        </div>
      </form>
    </section>
  );
};

/** The team's webhooks, and a form to add one. */
const WebhookList = () => {
  const { t, number } = useWords();
  const webhooks = useRead(['webhooks'], async (signal) => admin.listWebhooks({ signal }), 10_000);
  return (
    <>
      <section aria-label={t('webhooks.title')}>
        <Loaded query={webhooks}>
          {({ webhooks: found }) =>
            found.length === 0 ? (
              <p>{t('webhooks.none')}</p>
            ) : (
              <Table
                label={t('webhooks.title')}
                rows={found}
                keyOf={({ id }) => id}
                columns={[
                  {
                    label: t('webhooks.url'),
                    cell: ({ id, url }) => <Link href={`/settings/webhooks/${id}`}>{url}</Link>,
                  },
                  { label: t('part.state'), cell: ({ state }) => <Badge kind="webhook" code={state} /> },
                  { label: t('webhooks.events'), cell: ({ events }) => events.join(', ') },
                  { label: t('webhooks.pending'), cell: ({ pending }) => number(pending) },
                ]}
              />
            )
          }
        </Loaded>
      </section>
      <AddWebhook />
    </>
  );
};

/** The team's webhooks, for people who administer them. */
export const Webhooks = () => {
  const { t } = useWords();
  useTitle(t('webhooks.title'));
  return (
    <>
      <h1>{t('webhooks.title')}</h1>
      <SettingsTabs />
      <Allowed scope="webhooks">
        <WebhookList />
      </Allowed>
    </>
  );
};
