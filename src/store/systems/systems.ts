import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** What a team says of a system. Days are written as `2026-12-31`. */
export interface SaidOfSystem {
  readonly owner: string | null;
  readonly risk_tier: 'low' | 'medium' | 'high' | null;
  readonly validator: string | null;
  readonly approved_on: string | null;
  readonly next_review: string | null;
}

export type StoredSystem = SaidOfSystem & { readonly id: string; readonly updated_at: Date };

const DAYS = [
  sql<string | null>`approved_on::text`.as('approved_on'),
  sql<string | null>`next_review::text`.as('next_review'),
] as const;

const COLUMNS = ['id', 'owner', 'risk_tier', 'validator', 'updated_at'] as const;

/** Returns what a team says of its systems. */
export const describedSystems = async (
  db: Kysely<Database>,
  teamId: string,
): Promise<readonly StoredSystem[]> =>
  db.selectFrom('systems').select(COLUMNS).select(DAYS).where('team_id', '=', teamId).execute();

/** Replaces what a team says of a system. */
export const storeSystem = async (
  tx: Transaction<Database>,
  { teamId, id }: { readonly teamId: string; readonly id: string },
  said: SaidOfSystem,
): Promise<StoredSystem> => {
  const values = { ...said, updated_at: sql<Date>`clock_timestamp()` };
  return tx
    .insertInto('systems')
    .values({ team_id: teamId, id, ...values })
    .onConflict((conflict) => conflict.columns(['team_id', 'id']).doUpdateSet(values))
    .returning(COLUMNS)
    .returning(DAYS)
    .executeTakeFirstOrThrow();
};
