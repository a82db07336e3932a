import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { NO_NUMBERS } from '../../governance/rule-sets/verticals/backtest-numbers.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { newId } from '../../ids.ts';
import type { ShadowEnd } from '../db/rule-sets-schema.ts';
import type { Database } from '../db/schema.ts';
import type { Db, Tx } from './versions.ts';

export type StoredShadow = Selectable<Database['rule_set_shadows']>;

export interface NewShadow {
  readonly teamId: string;
  readonly ruleSetId: string;
  readonly vertical: VerticalId;
  readonly pin: PinnedRuleSet;
  readonly endsAt: Date;
  readonly maxRuns: number;
  readonly startedBy: Actor;
}

export const createShadow = async (tx: Tx, given: NewShadow): Promise<StoredShadow> =>
  tx
    .insertInto('rule_set_shadows')
    .values({
      id: newId('shadow'),
      team_id: given.teamId,
      rule_set_id: given.ruleSetId,
      version: given.pin.version,
      vertical: given.vertical,
      pin: JSON.stringify(given.pin),
      ends_at: given.endsAt,
      max_runs: given.maxRuns,
      result: JSON.stringify(NO_NUMBERS),
      started_by: JSON.stringify(given.startedBy),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns a rule set's shadow that is running; undefined if there is none. */
export const runningShadow = async (db: Db, ruleSetId: string): Promise<StoredShadow | undefined> =>
  db
    .selectFrom('rule_set_shadows')
    .selectAll()
    .where('rule_set_id', '=', ruleSetId)
    .where('state', '=', 'running')
    .executeTakeFirst();

/** Returns the newest shadow of a version; undefined if it had none. */
export const newestShadow = async (
  db: Db,
  ruleSetId: string,
  version: number,
): Promise<StoredShadow | undefined> =>
  db
    .selectFrom('rule_set_shadows')
    .selectAll()
    .where('rule_set_id', '=', ruleSetId)
    .where('version', '=', version)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Returns the shadows that decide a team's runs of a vertical now. */
export const shadowsOf = async (
  db: Db,
  { teamId, vertical }: { readonly teamId: string; readonly vertical: VerticalId },
): Promise<readonly StoredShadow[]> =>
  db
    .selectFrom('rule_set_shadows')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('vertical', '=', vertical)
    .where('state', '=', 'running')
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute();

/** Returns whether a team has a shadow that decides runs of a vertical now. */
export const isShadowed = async (
  db: Db,
  { teamId, vertical }: { readonly teamId: string; readonly vertical: VerticalId },
): Promise<boolean> =>
  (await db
    .selectFrom('rule_set_shadows')
    .select('id')
    .where('team_id', '=', teamId)
    .where('vertical', '=', vertical)
    .where('state', '=', 'running')
    .where('ends_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Returns shadows that are still running although their time is over. */
export const expiredShadows = async (db: Db, limit: number): Promise<readonly StoredShadow[]> =>
  db
    .selectFrom('rule_set_shadows')
    .selectAll()
    .where('state', '=', 'running')
    .where('ends_at', '<=', sql<Date>`now()`)
    .limit(limit)
    .execute();

/** Ends a shadow, once. @returns it as it ended; undefined if it had ended before */
export const markShadowEnded = async (
  tx: Tx,
  id: string,
  { by, because }: { readonly by: Actor; readonly because: ShadowEnd },
): Promise<StoredShadow | undefined> =>
  tx
    .updateTable('rule_set_shadows')
    .set({
      state: 'ended',
      ended_by: JSON.stringify(by),
      ended_because: because,
      ended_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
