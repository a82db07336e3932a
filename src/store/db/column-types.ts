import type { ColumnType, JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';

export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string | null>;
/** The actor of a request; null in rows that earlier releases stored. */
export type StoredActor = JSONColumnType<Actor | null, string | null | undefined, string | null | undefined>;
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
