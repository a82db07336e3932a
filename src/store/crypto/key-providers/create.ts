import { createKmsProvider } from './aws-kms.ts';
import { createFileProvider } from './file.ts';
import { createPkcs11Provider } from './pkcs11.ts';
import type { KeyProvider } from './provider.ts';
import type { KeyProviderSettings } from './settings.ts';
import { createVaultProvider } from './vault.ts';

/** Creates the configured provider. @returns undefined if keys are given as they are */
export const createKeyProvider = (settings: KeyProviderSettings): KeyProvider | undefined => {
  switch (settings.KEY_PROVIDER) {
    case 'env':
      return undefined;
    case 'file':
      return createFileProvider(settings.KEY_FILE!);
    case 'vault':
      return createVaultProvider(settings);
    case 'aws-kms':
      return createKmsProvider(settings);
    case 'pkcs11':
      return createPkcs11Provider(settings);
  }
};
