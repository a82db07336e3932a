import { createPrivateKey } from 'node:crypto';
import { compactDecrypt, type CompactDecryptResult, flattenedDecrypt, type FlattenedJWE } from 'jose';
import { InboundError } from './errors.ts';

/** The members of NHCX's protected headers that an answer repeats or that are checked. */
export interface Envelope {
  readonly apiCallId: string;
  readonly correlationId: string;
  readonly sentAt: Date;
  readonly plain: Buffer;
}

const OPTIONS = {
  keyManagementAlgorithms: ['RSA-OAEP', 'RSA-OAEP-256'],
  contentEncryptionAlgorithms: ['A256GCM'],
};

/**
 * Opens an NHCX message, which is a JWE: compact in `payload`, or in flattened JSON serialisation.
 * @throws InboundError
 */
export const openEnvelope = async (message: unknown, privateKeys: readonly string[]): Promise<Envelope> => {
  const { protectedHeader, plaintext } = await decrypt(message, privateKeys);
  const header = (name: string): string => {
    const value = (protectedHeader as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' && value.length <= 200 ? value : '';
  };
  const apiCallId = header('x-hcx-api_call_id');
  if (apiCallId === '') throw new InboundError('event_id_missing', 'The envelope has no x-hcx-api_call_id.');
  // Gateways write the zone without a colon.
  const sentAt = new Date(header('x-hcx-timestamp').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(sentAt.getTime()))
    throw new InboundError('out_of_time', 'The envelope has no x-hcx-timestamp that can be read.');
  return { apiCallId, correlationId: header('x-hcx-correlation_id'), sentAt, plain: Buffer.from(plaintext) };
};

const decrypt = async (
  message: unknown,
  privateKeys: readonly string[],
): Promise<Pick<CompactDecryptResult, 'plaintext'> & { readonly protectedHeader?: object }> => {
  const { payload } = (message ?? {}) as { readonly payload?: unknown };
  for (const pem of privateKeys) {
    try {
      const key = createPrivateKey(pem);
      return typeof payload === 'string'
        ? await compactDecrypt(payload, key, OPTIONS)
        : await flattenedDecrypt(message as FlattenedJWE, key, OPTIONS);
    } catch {
      // Another key may fit.
    }
  }
  throw new InboundError('not_decrypted', 'The envelope cannot be opened with the keys of the connector.');
};
