import { z } from 'zod';

const optional = z.string().optional();

/** Settings of the provider that wraps the keys of ENCRYPTION_KEYS and LEDGER_SIGNING_KEYS (docs/keys.md). */
export const keyProviderShape = {
  /**
   * `env`: the keys are given unwrapped. Any other provider wraps each key, and unwraps it when a process
   * starts.
   */
  KEY_PROVIDER: z.enum(['env', 'file', 'vault', 'aws-kms', 'pkcs11']).default('env'),
  /** `file`: file with the wrapping key, 32 bytes in Base64. */
  KEY_FILE: optional,
  /** `vault`: a server with Vault's transit engine, its token, and the name of the wrapping key. */
  VAULT_ADDR: z.url({ protocol: /^https?$/ }).optional(),
  VAULT_TOKEN: optional,
  VAULT_NAMESPACE: optional,
  /** File with the authority (PEM) that signed the server's certificate; defaults to the system's authorities. */
  VAULT_CACERT: optional,
  VAULT_TRANSIT_MOUNT: z
    .string()
    .regex(/^[\w./-]+$/)
    .default('transit'),
  VAULT_TRANSIT_KEY: z
    .string()
    .regex(/^[\w.-]+$/)
    .default('pramaan'),
  /** `aws-kms`: id, alias or ARN of the wrapping key, and the credentials that may use it. */
  AWS_KMS_KEY_ID: optional,
  AWS_KMS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  AWS_ACCESS_KEY_ID: optional,
  AWS_SECRET_ACCESS_KEY: optional,
  AWS_SESSION_TOKEN: optional,
  /** `pkcs11`: the module's library, the token's label and PIN, and the id (CKA_ID, in hex) of an RSA key pair in it. */
  PKCS11_MODULE: optional,
  PKCS11_TOKEN: optional,
  PKCS11_PIN: optional,
  PKCS11_KEY_ID: z
    .string()
    .regex(/^([0-9a-f]{2})+$/i, 'expected hex digits')
    .default('01'),
} as const;

export type KeyProviderSettings = Readonly<z.output<z.ZodObject<typeof keyProviderShape>>>;

const NEEDED = {
  env: [],
  file: ['KEY_FILE'],
  vault: ['VAULT_ADDR', 'VAULT_TOKEN'],
  'aws-kms': ['AWS_KMS_KEY_ID', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  pkcs11: ['PKCS11_MODULE', 'PKCS11_TOKEN', 'PKCS11_PIN'],
} as const satisfies Record<KeyProviderSettings['KEY_PROVIDER'], readonly (keyof KeyProviderSettings)[]>;

/** Reports missing settings of the provider. */
export const refineKeyProvider = (settings: KeyProviderSettings, context: z.RefinementCtx): void => {
  for (const name of NEEDED[settings.KEY_PROVIDER])
    if (settings[name] === undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `expected a value, because KEY_PROVIDER is ${settings.KEY_PROVIDER}`,
      });
};

const keyProviderSchema = z.object(keyProviderShape).superRefine(refineKeyProvider);

/** Reads the provider's settings from an environment. Empty ones count as absent. @returns the settings, or their faults in words */
export const readKeyProvider = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly settings: KeyProviderSettings } | { readonly faults: readonly string[] } => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = keyProviderSchema.safeParse(given);
  return parsed.success
    ? { settings: parsed.data }
    : { faults: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
};
