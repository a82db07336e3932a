import type { Kysely } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { newId } from '../../ids.ts';
import { seedDemoRecords } from '../records/demo.ts';

export interface Team {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the team with that name, creating it if there is none. With `demoRecords`, a new team also gets the sample policies,
 * accounts and callers that the built-in sample cases refer to, with digests made by that ring. They are off by default because
 * they include a caller with a reusable one-time code, which does not belong in a real installation.
 */
export const ensureTeam = async (
  db: Kysely<Database>,
  { name, demoRecords }: { readonly name: string; readonly demoRecords?: KeyRing },
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
    if (demoRecords !== undefined) await seedDemoRecords(tx, demoRecords, made.id);
    return made;
  });

/** Finds a team by name. @returns undefined when there is no such team */
export const findTeam = async (db: Kysely<Database>, name: string): Promise<Team | undefined> =>
  db.selectFrom('teams').select(['id', 'name']).where('name', '=', name).executeTakeFirst();
