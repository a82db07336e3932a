import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { ask } from './ask.ts';
import type { KeyProvider } from './provider.ts';
import type { KeyProviderSettings } from './settings.ts';

const encrypted = z.object({ CiphertextBlob: z.string() });
const decrypted = z.object({ Plaintext: z.string() });

/** Wraps keys with a symmetric key of AWS KMS. The key's policy must allow Decrypt; Encrypt only to whoever adds keys. */
export const createKmsProvider = (settings: KeyProviderSettings): KeyProvider => {
  const { AWS_REGION, AWS_KMS_KEY_ID, AWS_KMS_ENDPOINT, AWS_SESSION_TOKEN } = settings;
  const client = new AwsClient({
    service: 'kms',
    region: AWS_REGION!,
    accessKeyId: settings.AWS_ACCESS_KEY_ID!,
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY!,
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  });
  const url = AWS_KMS_ENDPOINT ?? `https://kms.${AWS_REGION}.amazonaws.com/`;
  const call = async (
    action: 'Encrypt' | 'Decrypt',
    input: object,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const body = JSON.stringify({ KeyId: AWS_KMS_KEY_ID, ...input });
    const signed = await client.sign(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` },
    });
    return ask('AWS KMS', {
      url,
      body,
      headers: Object.fromEntries(signed.headers),
      ...(signal !== undefined && { signal }),
    });
  };
  return {
    wrap: async (plain) =>
      encrypted.parse(await call('Encrypt', { Plaintext: plain.toString('base64') })).CiphertextBlob,
    unwrap: async (wrapped, signal) =>
      Buffer.from(
        decrypted.parse(await call('Decrypt', { CiphertextBlob: wrapped }, signal)).Plaintext,
        'base64',
      ),
  };
};
