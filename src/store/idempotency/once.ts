import { type Kysely, sql, type Transaction } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { fingerprintOf, hasFingerprint, storedKey } from './fingerprint.ts';

/** How long to keep a response. */
const KEPT = sql`interval '24 hours'`;

/** How long a request waits for an earlier one with the same key. */
const WAIT_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface IdempotencyScope {
  readonly teamId: string;
  /** Method and path template, because a key applies to one route only. */
  readonly route: string;
  readonly key: string;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: object;
}

export type Outcome =
  | { readonly kind: 'answered'; readonly answer: StoredAnswer; readonly replayed: boolean }
  /** The key was used for another request. */
  | { readonly kind: 'other-request' }
  /** The first request with this key is still in progress. */
  | { readonly kind: 'in-flight' };

/**
 * Runs `work` once per key. The key's row, the effects of `work` and its response share one transaction. A second request with
 * the same key waits for the first to finish, and then gets the first one's response or, if that one failed, runs the work
 * itself.
 * @param request the request's parameters and body; the key is valid only for these
 */
export const once = async (
  db: Kysely<Database>,
  ring: KeyRing,
  options: { readonly scope: IdempotencyScope; readonly request: unknown },
  work: (tx: Transaction<Database>) => Promise<StoredAnswer>,
): Promise<Outcome> => {
  const hidden = { ...options, scope: { ...options.scope, key: storedKey(ring, options.scope.key) } };
  try {
    return await db.transaction().execute(async (tx): Promise<Outcome> => {
      if (!(await claim(tx, ring, hidden))) return recall(tx, ring, hidden);
      const answer = await work(tx);
      await store(tx, hidden.scope, answer);
      return { kind: 'answered', answer, replayed: false };
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return { kind: 'in-flight' };
    throw error;
  }
};

type Request = Parameters<typeof once>[2];

/** Claims a new or expired key. @returns false when it belongs to an earlier request */
const claim = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { scope, request }: Request,
): Promise<boolean> => {
  await sql`select set_config('lock_timeout', ${String(WAIT_MS)}, true)`.execute(tx);
  const row = {
    team_id: scope.teamId,
    route: scope.route,
    key: scope.key,
    fingerprint: fingerprintOf(ring, request),
    status: null,
    response: null,
    created_at: sql<Date>`now()`,
  };
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'route', 'key'])
        .doUpdateSet(row)
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - ${KEPT}`),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
};

const recall = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { scope, request }: Request,
): Promise<Outcome> => {
  const row = await keyed(tx, scope).select(['fingerprint', 'status', 'response']).executeTakeFirst();
  if (row === undefined) return { kind: 'in-flight' };
  if (!hasFingerprint(ring, row.fingerprint, request)) return { kind: 'other-request' };
  if (row.status === null || row.response === null) return { kind: 'in-flight' };
  return { kind: 'answered', answer: { status: row.status, body: row.response }, replayed: true };
};

const store = async (
  tx: Transaction<Database>,
  scope: IdempotencyScope,
  answer: StoredAnswer,
): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: answer.status, response: JSON.stringify(answer.body) })
    .where('team_id', '=', scope.teamId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .execute();
};

const keyed = (tx: Transaction<Database>, scope: IdempotencyScope) =>
  tx
    .selectFrom('idempotency_keys')
    .where('team_id', '=', scope.teamId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key);
