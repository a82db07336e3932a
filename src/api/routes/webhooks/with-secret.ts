import { openSecretOf } from '../../../store/webhooks/secrets.ts';
import { formatSecret, parsePublicKey } from '../../../store/webhooks/sign.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

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
