import type { Operation } from '../../contract/operation.ts';
import { type StoredAnswer, once } from '../../store/idempotency/once.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

interface KeyedCall {
  readonly caller: { readonly teamId: string };
  readonly idempotencyKey: string | undefined;
  readonly params?: unknown;
  readonly body?: unknown;
}

/**
 * Runs `accept` in a transaction, and only once per Idempotency-Key if the call has one.
 * @throws ProblemError if the key was used for a different request, or if its first request is still in progress
 */
export const accepted = async (
  { method, path }: Operation,
  { caller, idempotencyKey, params, body }: KeyedCall,
  { db, rings }: Services,
  accept: Parameters<typeof once>[3],
): Promise<{ readonly answer: StoredAnswer; readonly replayed: boolean }> => {
  if (idempotencyKey === undefined) {
    return { answer: await db.transaction().execute(accept), replayed: false };
  }
  const scope = { teamId: caller.teamId, route: `${method.toUpperCase()} ${path}`, key: idempotencyKey };
  const outcome = await once(db, rings.idempotency, { scope, request: { params, body } }, accept);
  if (outcome.kind === 'answered') return outcome;
  if (outcome.kind === 'other-request') throw new ProblemError('idempotency-key-reused');
  throw new ProblemError('idempotency-in-flight', { headers: { 'Retry-After': '1' } });
};
