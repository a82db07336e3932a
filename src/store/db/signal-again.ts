import { type RawBuilder, sql } from 'kysely';

/**
 * Time in milliseconds after which a workflow that was signalled and has not reacted is signalled once more,
 * because a signal can get lost.
 */
const SIGNAL_AGAIN_MS = 30_000;

/**
 * Builds an SQL condition: whether no signal was sent, or only so long ago that it may have got lost.
 * @param column time of the last signal
 */
export const isToSignal = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} IS NULL
    OR ${sql.ref(column)} <= clock_timestamp() - make_interval(secs => ${SIGNAL_AGAIN_MS / 1_000}))`;
