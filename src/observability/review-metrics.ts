import type { Registry } from 'prom-client';
import type { ReviewState } from '../store/reviews/stats.ts';
import { scrapedGauges } from './scraped-gauges.ts';

/** Exposes reviews that wait for a person. */
export const watchReviews = (registry: Registry, read: () => Promise<readonly ReviewState[]>): void =>
  scrapedGauges(registry, read, (gauge) => {
    const open = gauge('reviews_open', 'Reviews that nobody has decided, by kind', ['kind']);
    const overdue = gauge('reviews_overdue', 'Open reviews whose due time is over, by kind', ['kind']);
    return (states) => {
      for (const { kind, ...state } of states) {
        open.set({ kind }, state.open);
        overdue.set({ kind }, state.overdue);
      }
    };
  });
