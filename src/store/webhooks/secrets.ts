import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';

/** An endpoint's keys: one that the receiver shares (`v1`), and one of which it has only the public half (`v1a`). */
export interface WebhookSecret {
  readonly hmac: Buffer;
  readonly ed25519: KeyObject;
  readonly publicKey: Buffer;
}

/** Length of an HMAC key and of an Ed25519 seed. */
const BYTES = 32;
/** How long the replaced secret signs beside the new one. */
const OVERLAP = sql`interval '24 hours'`;
/** DER prefixes of an Ed25519 private key (PKCS #8) and public key (SPKI) by RFC 8410. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_BYTES = 12;

/** Returns the keys of 64 secret bytes. */
const secretOf = (bytes: Buffer): WebhookSecret => {
  const der = Buffer.concat([PKCS8, bytes.subarray(BYTES)]);
  const ed25519 = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(ed25519).export({ format: 'der', type: 'spki' }).subarray(SPKI_BYTES);
  return { hmac: bytes.subarray(0, BYTES), ed25519, publicKey };
};

/** Makes an endpoint's next secret, and lets the earlier ones expire in 24 hours. */
export const addSecret = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  endpointId: string,
): Promise<{ readonly n: number; readonly secret: WebhookSecret }> => {
  const { last } = await tx
    .selectFrom('webhook_secrets')
    .select(({ fn }) => fn.coalesce(fn.max('n'), sql<number>`0`).as('last'))
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('webhook_secrets')
    .set({ expires_at: sql<Date>`now() + ${OVERLAP}` })
    .where('endpoint_id', '=', endpointId)
    .where('expires_at', 'is', null)
    .execute();
  const bytes = randomBytes(2 * BYTES);
  const secret = secretOf(bytes);
  const { keyId, bytes: sealed } = ring.seal(bytes, endpointId);
  const { publicKey: public_key } = secret;
  await tx
    .insertInto('webhook_secrets')
    .values({ endpoint_id: endpointId, n: last + 1, key_id: keyId, sealed, public_key })
    .execute();
  return { n: last + 1, secret };
};

/** Opens the secrets that sign now, the newest first. */
export const openSecrets = async (
  db: Kysely<Database>,
  ring: KeyRing,
  endpointId: string,
): Promise<readonly WebhookSecret[]> => {
  const rows = await db
    .selectFrom('webhook_secrets')
    .select(['key_id', 'sealed'])
    .where('endpoint_id', '=', endpointId)
    .where(sql<boolean>`(expires_at IS NULL OR expires_at > now())`)
    .orderBy('n', 'desc')
    .execute();
  return rows.map(({ key_id: keyId, sealed }) => secretOf(ring.open({ keyId, bytes: sealed }, endpointId)));
};

/** Opens the secret with this public key. @returns undefined when the endpoint has no such secret */
export const openSecretOf = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { endpointId, publicKey }: { readonly endpointId: string; readonly publicKey: Buffer },
): Promise<WebhookSecret | undefined> => {
  const row = await db
    .selectFrom('webhook_secrets')
    .select(['key_id', 'sealed'])
    .where('endpoint_id', '=', endpointId)
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  return row && secretOf(ring.open({ keyId: row.key_id, bytes: row.sealed }, endpointId));
};
