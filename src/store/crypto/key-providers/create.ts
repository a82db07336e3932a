import { createKmsProvider } from './aws-kms.ts';
import { createFileProvider } from './file.ts';
import { createPkcs11Provider } from './pkcs11.ts';
import type { KeyProvider } from './provider.ts';
import type { KeyProviderSettings } from './settings.ts';
import { createVaultProvider } from './vault.ts';

const CREATE: Readonly<
  Record<KeyProviderSettings['KEY_PROVIDER'], (settings: KeyProviderSettings) => KeyProvider | undefined>
> = {
  env: () => undefined,
  file: ({ KEY_FILE }) => createFileProvider(KEY_FILE!),
  vault: createVaultProvider,
  'aws-kms': createKmsProvider,
  pkcs11: createPkcs11Provider,
};

/**
 * Creates the configured provider.
 * @returns undefined if keys are given unwrapped
 */
export const createKeyProvider = (settings: KeyProviderSettings): KeyProvider | undefined =>
  CREATE[settings.KEY_PROVIDER](settings);
