import { addKey, wrapAgain } from '../../src/cli/key-ring.ts';
import { loadConfig } from '../../src/config.ts';
import { openKeys } from '../../src/open-keys.ts';

type Environment = Readonly<Record<string, string>>;

export const DATABASE_URL = 'postgres://service:made-up-password@127.0.0.1/pramaan';

const setting = 'ENCRYPTION_KEYS';

/** Adds a key to the ring of an environment, as `pramaan ring add` does. */
export const withKey = async (env: Environment, id: string): Promise<Environment> => ({
  ...env,
  [setting]: String((await addKey(env, { setting, id })).json[setting]),
});

/** Wraps the ring of an environment again, as `pramaan ring rewrap` does. */
export const rewrapped = async (env: Environment): Promise<Environment> => ({
  ...env,
  [setting]: String((await wrapAgain(env, { setting })).json[setting]),
});

/** Returns the keys that a process with this environment has in memory. */
export const keysOf = async (env: Environment) => loadConfig(await openKeys(env)).ENCRYPTION_KEYS;
