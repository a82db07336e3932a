import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Thrown when the team has suspended a piece of work. The work has had no effect. */
export class SuspendedError extends Error {
  override readonly name = 'SuspendedError';
  /** The scope of the suspension, such as `all` or `vertical:kyc`. */
  readonly scope: string;

  constructor(scope: string, options?: ErrorOptions) {
    super(`The team has suspended ${scope}.`, options);
    this.scope = scope;
  }
}

/** Returns the scope of a suspension that covers one of these scopes; undefined if there is none. */
export const suspendedScope = async (
  db: Kysely<Database>,
  teamId: string,
  scopes: readonly string[],
): Promise<string | undefined> => {
  const { rows } = await sql<{ readonly scope: string | null }>`
    select suspended_scope(${teamId}, ${scopes}::text[]) as scope`.execute(db);
  return rows[0]?.scope ?? undefined;
};

/** @throws SuspendedError if the team has suspended one of these scopes, or everything */
export const expectNotSuspended = async (
  db: Kysely<Database>,
  teamId: string,
  scopes: readonly string[],
): Promise<void> => {
  const scope = await suspendedScope(db, teamId, scopes);
  if (scope !== undefined) throw new SuspendedError(scope);
};
