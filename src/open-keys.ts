import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { readSecretFiles } from './secret-files.ts';
import { createKeyProvider } from './store/crypto/key-providers/create.ts';
import { KeyProviderError } from './store/crypto/key-providers/provider.ts';
import { readKeyProvider } from './store/crypto/key-providers/settings.ts';
import { unwrapRing } from './store/crypto/key-providers/wrapped-ring.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const RINGS = ['ENCRYPTION_KEYS', 'LEDGER_SIGNING_KEYS'] as const;
/** Maximum time for which a process retries an unavailable provider, for all keys together. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;

/**
 * Replaces the wrapped keys in the settings with the keys themselves, which are in memory only. Secrets whose
 * files cannot be read stay as they are, for loadConfig to report.
 * @throws KeyProviderError when a setting of the provider is wrong, and when the provider refuses or stays
 * unavailable
 */
export const openKeys = async (env: Environment, patienceMs = PATIENCE_MS): Promise<Environment> => {
  const { env: read, issues } = readSecretFiles(env);
  if (issues.length > 0) return env;
  const given = readKeyProvider(read);
  if ('faults' in given) {
    const lines = given.faults.map((fault) => `  ${fault}`);
    throw new KeyProviderError(`Settings of the key provider are missing or wrong:\n${lines.join('\n')}`);
  }
  const provider = createKeyProvider(given.settings);
  if (provider === undefined) return env;
  const signal = AbortSignal.timeout(patienceMs);
  const opened: Record<string, string | undefined> = { ...env };
  for (const name of RINGS) {
    const ring = read[name];
    if (ring === undefined || ring === '') continue;
    delete opened[`${name}_FILE`];
    opened[name] = await patiently(signal, async () => unwrapRing(provider, name, ring, signal));
  }
  return opened;
};

/**
 * Reads the settings of a starting process, with its keys. If that fails, the process prints only the
 * message, because a stack would also show the provider's answer.
 */
export const readConfig = async (): Promise<Config> => {
  try {
    return loadConfig(await openKeys(process.env));
  } catch (error) {
    if (!(error instanceof KeyProviderError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
};

/** Retries while the provider is unavailable, because it may start later than this process. */
const patiently = async <T>(signal: AbortSignal, unwrap: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await unwrap();
    } catch (error) {
      const mayPass = error instanceof KeyProviderError && error.mayPass;
      if (mayPass && !signal.aborted) await sleep(PAUSE_MS);
      if (!mayPass || signal.aborted) throw error;
    }
  }
};
