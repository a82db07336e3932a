import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A model, and the server that a row about it refers to. */
export interface ModelOfServer {
  readonly model: string;
  /** Digest of the server's address, its API and the model's name there. */
  readonly server: string;
}

export interface ModelState extends ModelOfServer {
  readonly refused: readonly string[];
  readonly state: 'up' | 'down' | null;
  readonly code: string | null;
  readonly seenAt: Date | null;
  /** Milliseconds since `seenAt`, by the database's clock. */
  readonly ageMs: number | null;
}

/** Returns the state of every model that is known. */
export const modelStates = async (db: Kysely<Database>): Promise<readonly ModelState[]> => {
  const rows = await db
    .selectFrom('model_states')
    .select(['model', 'server', 'refused', 'state', 'code', 'seen_at'])
    .select(sql<number | null>`(extract(epoch from now() - seen_at) * 1000)::float8`.as('age'))
    .execute();
  return rows.map(({ seen_at: seenAt, age: ageMs, ...row }) => ({ ...row, seenAt, ageMs }));
};

/** Stores a model's last outcome. */
export const storeOutcome = async (
  db: Kysely<Database>,
  { model, server }: ModelOfServer,
  code: string | null,
): Promise<void> => {
  const seen = {
    state: code === null ? ('up' as const) : ('down' as const),
    code,
    seen_at: sql<Date>`now()`,
  };
  await db
    .insertInto('model_states')
    .values({ model, server, ...seen })
    .onConflict((conflict) =>
      conflict.column('model').doUpdateSet({ ...seen, server, refused: keptRefusals }),
    )
    .execute();
};

/** Adds a refusal to a model's row. */
export const storeRefusal = async (
  db: Kysely<Database>,
  { model, server }: ModelOfServer,
  refused: string,
): Promise<void> => {
  await db
    .insertInto('model_states')
    .values({ model, server, refused: [refused] })
    .onConflict((conflict) =>
      conflict.column('model').doUpdateSet({
        server,
        refused: sql<string[]>`array(select distinct unnest(${keptRefusals} || excluded.refused))`,
      }),
    )
    .execute();
};

/** Drops refusals by a different server, which are from before the settings changed. */
const keptRefusals = sql<
  string[]
>`case when model_states.server = excluded.server then model_states.refused else '{}' end`;
