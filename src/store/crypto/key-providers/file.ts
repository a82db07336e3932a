import { readFileSync } from 'node:fs';
import { open, seal } from '../key-ring.ts';
import { type KeyProvider, KeyProviderError } from './provider.ts';

const CONTEXT = 'pramaan/wrapped-key';

/** Wraps keys with AES-256-GCM under a key in a file, such as a mounted secret that is kept apart from the settings. */
export const createFileProvider = (path: string): KeyProvider => {
  const key = readKey(path);
  return {
    wrap: async (plain) => seal(key, plain, CONTEXT).toString('base64'),
    unwrap: async (wrapped) => {
      try {
        return open(key, Buffer.from(wrapped, 'base64'), CONTEXT);
      } catch (error) {
        throw new KeyProviderError('the key in KEY_FILE did not wrap it', { cause: error });
      }
    },
  };
};

const readKey = (path: string): Buffer => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new KeyProviderError(`KEY_FILE: the file cannot be read (${code})`, { cause: error });
  }
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new KeyProviderError(
      'KEY_FILE: expected 32 bytes in Base64; make them with: openssl rand -base64 32',
    );
  return key;
};
