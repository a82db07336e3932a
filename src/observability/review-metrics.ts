import { Gauge, type Registry } from 'prom-client';
import type { ReviewState } from '../store/reviews/stats.ts';

/** Exposes reviews that wait for a person. Reads them on each scrape, so the series are missing while the database is unavailable. */
export const watchReviews = (registry: Registry, read: () => Promise<readonly ReviewState[]>): void => {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      collect: async () => refresh(),
    });
  const open = gauge('reviews_open', 'Reviews that nobody has decided, by kind');
  const overdue = gauge('reviews_overdue', 'Open reviews whose due time is over, by kind');

  const show = (states: readonly ReviewState[]): void => {
    for (const { kind, ...state } of states) {
      open.set({ kind }, state.open);
      overdue.set({ kind }, state.overdue);
    }
  };

  const hide = (): void => {
    for (const each of [open, overdue]) each.reset();
  };

  // Both metrics are read on each scrape, so they share one query.
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
