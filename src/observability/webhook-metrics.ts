import type { Registry } from 'prom-client';
import type { WebhookState } from '../store/webhooks/state.ts';
import { scrapedGauges } from './scraped-gauges.ts';

/** Exposes metrics of waiting deliveries and failing endpoints. */
export const watchWebhooks = (registry: Registry, read: () => Promise<WebhookState>): void => {
  scrapedGauges(registry, read, (gauge) => {
    const pending = gauge('webhook_deliveries_pending', 'Deliveries to enabled webhooks that wait');
    const oldest = gauge(
      'webhook_delivery_oldest_seconds',
      'Age in seconds of the oldest delivery that waits',
    );
    const endpoints = gauge('webhook_endpoints', 'Webhooks by state; the failing ones are also enabled', [
      'state',
    ]);
    return (state) => {
      pending.set(state.pending);
      oldest.set(state.oldestSeconds);
      for (const name of ['enabled', 'disabled', 'failing'] as const)
        endpoints.set({ state: name }, state[name]);
    };
  });
};
