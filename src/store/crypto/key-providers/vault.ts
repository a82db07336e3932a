import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { z } from 'zod';
import { ask } from './ask.ts';
import { type KeyProvider, KeyProviderError } from './provider.ts';
import type { KeyProviderSettings } from './settings.ts';

const encrypted = z.object({ data: z.object({ ciphertext: z.string() }) });
const decrypted = z.object({ data: z.object({ plaintext: z.string() }) });

/**
 * Wraps keys with the transit engine of Vault or OpenBao. A wrapped key names the version of the wrapping
 * key.
 */
export const createVaultProvider = (settings: KeyProviderSettings): KeyProvider => {
  const { VAULT_ADDR, VAULT_TOKEN, VAULT_NAMESPACE, VAULT_TRANSIT_MOUNT, VAULT_TRANSIT_KEY } = settings;
  const dispatcher = agentOf(settings.VAULT_CACERT);
  const call = async (action: 'encrypt' | 'decrypt', body: object, signal?: AbortSignal): Promise<unknown> =>
    ask('Vault', {
      url: `${VAULT_ADDR!.replace(/\/+$/, '')}/v1/${VAULT_TRANSIT_MOUNT}/${action}/${VAULT_TRANSIT_KEY}`,
      headers: {
        'content-type': 'application/json',
        'x-vault-token': VAULT_TOKEN!,
        'x-vault-request': 'true',
        ...(VAULT_NAMESPACE !== undefined && { 'x-vault-namespace': VAULT_NAMESPACE }),
      },
      body: JSON.stringify(body),
      ...(dispatcher !== undefined && { dispatcher }),
      ...(signal !== undefined && { signal }),
    });
  return {
    wrap: async (plain) =>
      encrypted.parse(await call('encrypt', { plaintext: plain.toString('base64') })).data.ciphertext,
    unwrap: async (wrapped, signal) =>
      Buffer.from(
        decrypted.parse(await call('decrypt', { ciphertext: wrapped }, signal)).data.plaintext,
        'base64',
      ),
  };
};

const agentOf = (path: string | undefined): Agent | undefined => {
  if (path === undefined) return undefined;
  try {
    return new Agent({ connect: { ca: readFileSync(path, 'utf8') } });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new KeyProviderError(`VAULT_CACERT: the file cannot be read (${code})`, { cause: error });
  }
};
