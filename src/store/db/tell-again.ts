import { type RawBuilder, sql } from 'kysely';

/** Time in milliseconds after which a workflow that was told and has not reacted is told once more, because a signal can get lost. */
const TELL_AGAIN_MS = 30_000;

/**
 * Builds an SQL condition: whether nobody was told, or only so long ago that the signal may have got lost.
 * @param column says when somebody was told
 */
export const isToTell = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} IS NULL
    OR ${sql.ref(column)} <= clock_timestamp() - make_interval(secs => ${TELL_AGAIN_MS / 1_000}))`;
