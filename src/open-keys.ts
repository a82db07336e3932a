import { setTimeout as sleep } from 'node:timers/promises';
import { readSecretFiles } from './secret-files.ts';
import { createKeyProvider } from './store/crypto/key-providers/create.ts';
import { KeyProviderError } from './store/crypto/key-providers/provider.ts';
import { keyProviderSchema } from './store/crypto/key-providers/settings.ts';
import { unwrapRing } from './store/crypto/key-providers/wrapped-ring.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const RINGS = ['ENCRYPTION_KEYS', 'LEDGER_SIGNING_KEYS'] as const;
const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

/**
 * Replaces the wrapped keys in the settings with the keys themselves, which are in memory only. Secrets whose files cannot
 * be read stay as they are, for loadConfig to report.
 * @throws KeyProviderError when a setting of the provider is wrong, and when the provider refuses or does not answer for ten seconds
 */
export const openKeys = async (env: Environment): Promise<Environment> => {
  const { env: read, issues } = readSecretFiles(env);
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''));
  const settings = keyProviderSchema.safeParse(given);
  if (issues.length > 0) return env;
  if (!settings.success) {
    const lines = settings.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new KeyProviderError(`Settings of the key provider are missing or wrong:\n${lines.join('\n')}`);
  }
  const provider = createKeyProvider(settings.data);
  if (provider === undefined) return env;
  const opened: Record<string, string | undefined> = { ...env };
  for (const name of RINGS) {
    const ring = given[name];
    if (ring === undefined) continue;
    delete opened[`${name}_FILE`];
    opened[name] = await patiently(async () => unwrapRing(provider, name, ring));
  }
  return opened;
};

/** Asks again while the provider is away, because it may start later than this process. */
const patiently = async <T>(unwrap: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unwrap();
    } catch (error) {
      const mayPass = error instanceof KeyProviderError && error.mayPass;
      if (!mayPass || attempt >= ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
};
