import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { newId } from '../../ids.ts';

export interface Team {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the team with that name, creating it if there is none. With `demoRecords`, a new team also gets the sample policies,
 * accounts and callers that the built-in sample cases refer to. They are off by default because they include a caller with a
 * reusable one-time code, which does not belong in a real installation.
 */
export const ensureTeam = async (
  db: Kysely<Database>,
  { name, demoRecords = false }: { readonly name: string; readonly demoRecords?: boolean },
): Promise<Team> =>
  db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('teams')
      .values({ id: newId('team'), name })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (made === undefined) {
      return tx.selectFrom('teams').select(['id', 'name']).where('name', '=', name).executeTakeFirstOrThrow();
    }
    if (demoRecords) await sql`select seed_demo_records(${made.id})`.execute(tx);
    return made;
  });

/** Finds a team by name. @returns undefined when there is no such team */
export const findTeam = async (db: Kysely<Database>, name: string): Promise<Team | undefined> =>
  db.selectFrom('teams').select(['id', 'name']).where('name', '=', name).executeTakeFirst();
