import { createHash } from 'node:crypto';

/**
 * Returns the name that marks an installation's containers, because two installations may share a container engine. All workers
 * of an installation use the same name.
 */
export const installationOf = (settings: {
  readonly DATABASE_URL: string;
  readonly TEMPORAL_TASK_QUEUE: string;
}): string =>
  createHash('sha256')
    .update(`${settings.DATABASE_URL} ${settings.TEMPORAL_TASK_QUEUE}`)
    .digest('hex')
    .slice(0, 12);
