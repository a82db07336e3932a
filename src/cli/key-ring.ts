import { randomBytes } from 'node:crypto';
import { keyRing } from '../config.ts';
import { ProvisionError } from '../provision/problem.ts';
import { createKeyProvider } from '../store/crypto/key-providers/create.ts';
import type { KeyProvider } from '../store/crypto/key-providers/provider.ts';
import { readKeyProvider } from '../store/crypto/key-providers/settings.ts';
import { entriesOf, ringOf, unwrapRing, wrapEntry } from '../store/crypto/key-providers/wrapped-ring.ts';
import { EXIT, type Outcome } from './outcome.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface RingOptions {
  readonly setting: string;
}

/** Prints the ring with a new key in front, wrapped by the configured provider. */
export const addKey = async (
  env: Environment,
  { setting, id }: RingOptions & { readonly id: string },
): Promise<Outcome> => {
  if (!/^[a-z0-9-]{1,20}$/.test(id))
    throw new ProvisionError('The id is not valid.', 'Use up to 20 of a–z, 0–9 and -, such as k2.');
  const before = entriesOf(env[setting] ?? '');
  if (before.some((entry) => entry.id === id))
    throw new ProvisionError(`${setting} already has a key "${id}".`, 'Choose another id.');
  const fresh = { id, key: randomBytes(32).toString('base64') };
  const provider = providerOf(env);
  const added = provider === undefined ? fresh : await wrapEntry(provider, fresh);
  return outcomeOf(setting, ringOf([added, ...before]));
};

/**
 * Prints the ring with each key wrapped again by the configured provider, for instance after its own key was rotated.
 * @param from the provider that wrapped the keys so far, if it is another one
 */
export const wrapAgain = async (
  env: Environment,
  { setting, from }: RingOptions & { readonly from?: string },
): Promise<Outcome> => {
  const ring = env[setting] ?? '';
  if (ring === '') throw new ProvisionError(`${setting} is not set.`, 'Set it as the service has it.');
  const before = providerOf({ ...env, ...(from !== undefined && { KEY_PROVIDER: from }) });
  const plain = before === undefined ? ring : await unwrapRing(before, setting, ring);
  if (!keyRing.safeParse(plain).success)
    throw new ProvisionError(
      `${setting} is not a key ring.`,
      'Give --from, the provider that wrapped it: env if none did.',
    );
  const provider = providerOf(env);
  if (provider === undefined) return outcomeOf(setting, plain);
  return outcomeOf(
    setting,
    ringOf(await Promise.all(entriesOf(plain).map(async (entry) => wrapEntry(provider, entry)))),
  );
};

const outcomeOf = (setting: string, ring: string): Outcome => ({
  code: EXIT.ok,
  json: { [setting]: ring },
  text: `${setting}=${ring}`,
});

const providerOf = (env: Environment): KeyProvider | undefined => {
  const read = readKeyProvider(env);
  if ('faults' in read)
    throw new ProvisionError('Settings of the key provider are missing or wrong.', read.faults.join('\n'));
  return createKeyProvider(read.settings);
};
