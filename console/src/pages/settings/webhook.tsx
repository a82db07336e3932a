import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { getWebhook } from '../../../../src/contract/operations/webhooks.ts';
import { admin } from '../../api/admin.ts';
import type { Reply } from '../../api/call.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { OnceShown } from '../../parts/once-shown.tsx';
import { Failure } from '../../parts/states.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Deliveries } from './deliveries.tsx';
import { SettingsTabs } from './tabs.tsx';

type WebhookBody = Reply<typeof getWebhook>;

const STALE = ['webhooks', 'webhook'];

const Facts = ({ webhook }: { readonly webhook: WebhookBody }) => {
  const { t, name, fullTime } = useWords();
  return (
    <dl>
      <dt>{t('part.state')}</dt>
      <dd>
        <Badge kind="webhook" code={webhook.state} />{' '}
        {webhook.disabled_reason !== null && name('webhook', webhook.disabled_reason)}
        {webhook.failing_since !== null && t('webhooks.failing', { time: fullTime(webhook.failing_since) })}
      </dd>
      <dt>{t('webhooks.url')}</dt>
      <dd>{webhook.url}</dd>
      <dt>{t('webhooks.events')}</dt>
      <dd>{webhook.events.join(', ')}</dd>
      <dt>{t('part.created')}</dt>
      <dd>
        <FullTime iso={webhook.created_at} />
      </dd>
    </dl>
  );
};

const Acts = ({ webhook }: { readonly webhook: WebhookBody }) => {
  const { t } = useWords();
  const [, goTo] = useLocation();
  const [secret, setSecret] = useState<string>();
  const params = { id: webhook.id };
  const pause = useAct(async () => admin.disableWebhook({ params }), STALE);
  const resume = useAct(async () => admin.enableWebhook({ params }), STALE);
  const test = useAct(
    async (_: void, idempotencyKey) => admin.testWebhook({ params, idempotencyKey }),
    STALE,
  );
  const remove = useAct(async () => admin.deleteWebhook({ params }), ['webhooks']);
  const rotate = useAct(
    async (_: void, idempotencyKey) => admin.rotateWebhook({ params, idempotencyKey }),
    STALE,
    { hasSecret: true },
  );
  const isEnabled = webhook.state === 'enabled';
  return (
    <>
      {secret !== undefined && (
        <OnceShown label={t('webhooks.secret')} value={secret} onDone={() => setSecret(undefined)} />
      )}
      {[resume, test].map((act) => act.isError && <Failure key="failure" error={act.error} />)}
      {test.isSuccess && <p role="status">{t('webhooks.tested')}</p>}
      <div class="row">
        {isEnabled ? (
          <>
            <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
              {t('webhooks.test')}
            </button>
            <Confirm label={t('webhooks.pause')} question={t('webhooks.pauseSure')} act={pause} />
          </>
        ) : (
          <button type="button" disabled={resume.isPending} onClick={() => resume.mutate()}>
            {t('webhooks.resume')}
          </button>
        )}
        <Confirm
          label={t('webhooks.rotate')}
          question={t('webhooks.rotateSure')}
          act={{
            ...rotate,
            mutate: () =>
              rotate.mutate(undefined, {
                onSuccess: (rotated) => {
                  setSecret(rotated.secret);
                  rotate.reset();
                },
              }),
          }}
        />
        <Confirm
          label={t('webhooks.delete')}
          question={t('webhooks.deleteSure')}
          act={{
            ...remove,
            mutate: () => remove.mutate(undefined, { onSuccess: () => goTo('/settings/webhooks') }),
          }}
        />
      </div>
    </>
  );
};

/** One webhook: its state, its actions, and its deliveries. */
const Whole = ({ id }: { readonly id: string }) => {
  const webhook = useRead(
    ['webhook', id],
    async (signal) => admin.getWebhook({ params: { id }, signal }),
    5_000,
  );
  return (
    <>
      <Loaded query={webhook}>
        {(found) => (
          <>
            <section aria-label={found.url}>
              <Facts webhook={found} />
              <Acts webhook={found} />
            </section>
            <Deliveries id={id} isEnabled={found.state === 'enabled'} />
          </>
        )}
      </Loaded>
    </>
  );
};

/** One webhook, for people who administer webhooks. */
export const Webhook = ({ params: { id } }: { readonly params: { readonly id: string } }) => {
  const { t } = useWords();
  useTitle(t('webhooks.title'));
  return (
    <>
      <h1>{t('webhooks.title')}</h1>
      <SettingsTabs />
      <Allowed scope="webhooks">
        <Whole id={id} />
      </Allowed>
    </>
  );
};
