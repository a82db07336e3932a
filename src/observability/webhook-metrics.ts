import { Gauge, type Registry } from 'prom-client';
import type { WebhookState } from '../store/webhooks/state.ts';

/**
 * Exposes deliveries that wait and endpoints that fail. Reads them on each scrape, so the series are missing while the database is
 * unavailable.
 */
export const watchWebhooks = (registry: Registry, read: () => Promise<WebhookState>): void => {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect: async () => refresh(),
    });
  const pending = gauge('webhook_deliveries_pending', 'Deliveries to enabled webhooks that wait');
  const oldest = gauge('webhook_delivery_oldest_seconds', 'Age in seconds of the oldest delivery that waits');
  const endpoints = gauge('webhook_endpoints', 'Webhooks by state; the failing ones are also enabled', [
    'state',
  ]);

  const show = (state: WebhookState): void => {
    pending.set(state.pending);
    oldest.set(state.oldestSeconds);
    for (const name of ['enabled', 'disabled', 'failing'] as const)
      endpoints.set({ state: name }, state[name]);
  };

  const hide = (): void => {
    for (const single of [pending, oldest]) single.remove();
    endpoints.reset();
  };

  // All of these metrics are read on each scrape, so they share one query.
  let look: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    look ??= read()
      .then(show, hide)
      .finally(() => {
        look = undefined;
      });
    return look;
  };
};
