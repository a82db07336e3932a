import type { Operation } from '../../../contract/operation.ts';
import { openSecretOf } from '../../../store/webhooks/secrets.ts';
import { formatSecret, parsePublicKey } from '../../../store/webhooks/sign.ts';
import { ProblemError } from '../../http/problem.ts';
import { accepted } from '../../runs/idempotent.ts';
import type { Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

type Accepted = Parameters<typeof accepted>;

/** Runs an act once per Idempotency-Key and returns its response. */
export const answerOnce = async (
  operation: Operation,
  call: Accepted[1],
  services: Services,
  act: Accepted[3],
): Promise<Reply> => {
  const { answer, replayed } = await accepted(operation, call, services, act);
  return { ...answer, ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }) };
};

/**
 * Adds the secret to the response of an act that made one. The stored response for an Idempotency-Key does not contain it, so it is
 * opened again for a repeated request.
 */
export const withSecret = async (
  { db, rings }: Pick<Services, 'db' | 'rings'>,
  reply: Reply,
): Promise<Reply> => {
  const shown = reply.body as { readonly id: string; readonly public_keys: readonly string[] };
  const publicKey = parsePublicKey(shown.public_keys[0] ?? '');
  const secret = publicKey && (await openSecretOf(db, rings.webhooks, { endpointId: shown.id, publicKey }));
  if (secret === undefined) throw new ProblemError('not-found');
  return { ...reply, body: { ...shown, secret: formatSecret(secret.hmac) } };
};
