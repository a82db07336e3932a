import type { Registry } from 'prom-client';
import { scrapedGauges } from './scraped-gauges.ts';

/** Work that waits in one of Temporal's task queues. */
export interface Backlog {
  readonly queue: string;
  readonly tasks: number;
  readonly oldestSeconds: number;
}

/** Exposes the backlog of the task queues, by which workers can be scaled. */
export const watchQueues = (registry: Registry, read: () => Promise<readonly Backlog[]>): void =>
  scrapedGauges(registry, read, (gauge) => {
    const tasks = gauge('task_queue_backlog', 'Tasks that wait for a worker, by queue', ['queue']);
    const oldest = gauge('task_queue_oldest_seconds', 'Age of the oldest waiting task, by queue', ['queue']);
    return (backlogs) => {
      for (const { queue, ...state } of backlogs) {
        tasks.set({ queue }, state.tasks);
        oldest.set({ queue }, state.oldestSeconds);
      }
    };
  });
