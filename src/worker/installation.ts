import { createHash } from 'node:crypto';

/** Containers are told apart by installation: two may share an engine. Workers of one installation have one name. */
export const installationOf = (settings: {
  readonly DATABASE_URL: string;
  readonly TEMPORAL_TASK_QUEUE: string;
}): string =>
  createHash('sha256')
    .update(`${settings.DATABASE_URL} ${settings.TEMPORAL_TASK_QUEUE}`)
    .digest('hex')
    .slice(0, 12);
