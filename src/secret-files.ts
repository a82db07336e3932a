import { readFileSync } from 'node:fs';

/**
 * Settings with secrets, which can also be given as files: `ENCRYPTION_KEYS_FILE` names a file with the value
 * of `ENCRYPTION_KEYS`. Other settings with secrets have their own `_FILE` settings
 * (src/temporal/settings.ts, src/identity).
 */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'ENCRYPTION_KEYS',
  'LEDGER_SIGNING_KEYS',
  'LEDGER_ALERT_SECRET',
  'LEDGER_WITNESSES',
  'METRICS_TOKEN',
  'MODEL_PROVIDER_API_KEY',
  'MODELS',
  'MODEL_EXTRA_HEADERS',
  'VAULT_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'PKCS11_PIN',
] as const;

/** Names of the settings that name such a file. */
export const secretFileNames: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

type Environment = Readonly<Record<string, string | undefined>>;

export interface ReadSecrets {
  /** The environment with the content of each file in place of the file's name. */
  readonly env: Environment;
  /** The fault of a file, by the setting that names it. It never contains a value. */
  readonly issues: readonly (readonly [name: string, message: string])[];
}

/** Reads the files that contain secrets. A line break at the end of a file is not part of the secret. */
export const readSecretFiles = (env: Environment): ReadSecrets => {
  const read: Record<string, string | undefined> = { ...env };
  const issues: (readonly [string, string])[] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const path = env[setting] ?? '';
    delete read[setting];
    if (path === '') continue;
    if ((env[name] ?? '') !== '') {
      issues.push([setting, `expected this or ${name}, not both`]);
      continue;
    }
    try {
      read[name] = readFileSync(path, 'utf8').trim();
      if (read[name] === '') issues.push([setting, 'the file is empty']);
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      issues.push([setting, `the file cannot be read (${code})`]);
    }
  }
  return { env: read, issues };
};
