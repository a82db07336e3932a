import type { listWebhookDeliveries } from '../../../../src/contract/operations/webhooks.ts';
import { admin } from '../../api/admin.ts';
import type { Reply } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { usePages } from '../../api/lists.ts';
import { Badge } from '../../parts/badge.tsx';
import { Choose } from '../../parts/choose.tsx';
import { useFilters } from '../../parts/filters.ts';
import { Listed } from '../../parts/listed.tsx';
import { Failure } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';

type Delivery = Reply<typeof listWebhookDeliveries>['deliveries'][number];

const Answer = ({ delivery }: { readonly delivery: Delivery }) => {
  const { t, time } = useWords();
  const { response_status: status, error, next_attempt_at: next } = delivery;
  const answer = [status, error].filter((part) => part !== null).join(' · ');
  return (
    <>
      {answer === '' ? t('app.none') : answer}{' '}
      {next !== null && <span class="quiet">{t('webhooks.next', { time: time(next) })}</span>}
    </>
  );
};

/** The deliveries of a webhook, the newest first, each of which can be sent again. */
export const Deliveries = ({ id, isEnabled }: { readonly id: string; readonly isEnabled: boolean }) => {
  const { t, number } = useWords();
  const { filter, setFilter } = useFilters();
  const state = filter('state');
  const list = usePages(
    ['deliveries', id, state],
    async (cursor, signal) =>
      admin.listWebhookDeliveries({ params: { id }, query: { state, cursor }, signal }),
    5_000,
  );
  const again = useAct(
    async (delivery: string, idempotencyKey) =>
      admin.redeliverWebhook({ params: { id, delivery_id: delivery }, idempotencyKey }),
    ['deliveries', 'webhook'],
  );
  const found = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{t('webhooks.deliveries')}</h2>
      <div class="filters">
        <Choose
          label={t('part.state')}
          kind="delivery"
          values={['pending', 'delivered', 'failed']}
          all={t('part.all')}
          value={state}
          onChoose={(value) => setFilter('state', value)}
        />
      </div>
      {again.isError && <Failure error={again.error} />}
      <Listed list={list} isEmpty={found.length === 0} none={t('webhooks.deliveriesNone')}>
        <Table
          label={t('webhooks.deliveries')}
          rows={found}
          keyOf={(delivery) => delivery.id}
          columns={[
            { label: t('webhooks.event'), cell: ({ event }) => event.type },
            { label: t('part.state'), cell: (one) => <Badge kind="delivery" code={one.state} /> },
            { label: t('webhooks.attempts'), cell: ({ attempts }) => number(attempts) },
            { label: t('webhooks.answer'), cell: (delivery) => <Answer delivery={delivery} /> },
            { label: t('part.created'), cell: (one) => <Time iso={one.created_at} /> },
            {
              label: t('part.do'),
              cell: (delivery) =>
                isEnabled && delivery.state !== 'pending' ? (
                  <button
                    type="button"
                    aria-label={`${t('webhooks.again')}: ${delivery.event.type} ${delivery.id}`}
                    disabled={again.isPending}
                    onClick={() => again.mutate(delivery.id)}
                  >
                    {t('webhooks.again')}
                  </button>
                ) : (
                  t('app.none')
                ),
            },
          ]}
        />
      </Listed>
    </section>
  );
};
