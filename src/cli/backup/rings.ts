import { keyRing } from '../../config.ts';
import { openKeys } from '../../open-keys.ts';
import { ProvisionError } from '../../provision/problem.ts';
import { KeyRing, type NamedKey } from '../../store/crypto/key-ring.ts';

/** A backup's record of a key: its id, and a keyed digest from which nobody can derive the key. */
export interface KeyCheck {
  readonly id: string;
  readonly check: string;
}

type Environment = Readonly<Record<string, string | undefined>>;
type RingName = 'ENCRYPTION_KEYS' | 'LEDGER_SIGNING_KEYS';

/** The rings of a service, unwrapped. A ring that is not set has no keys. */
export type Rings = Readonly<Record<RingName, readonly NamedKey[]>>;

/** Reads the rings of an environment, whose key provider unwraps them. */
export const readRings = async (env: Environment): Promise<Rings> => {
  const opened = await openKeys(env);
  return {
    ENCRYPTION_KEYS: ringIn(opened, 'ENCRYPTION_KEYS'),
    LEDGER_SIGNING_KEYS: ringIn(opened, 'LEDGER_SIGNING_KEYS'),
  };
};

const ringIn = (env: Environment, name: RingName): readonly NamedKey[] => {
  const text = env[name] ?? '';
  if (text === '') return [];
  const ring = keyRing.safeParse(text);
  if (!ring.success)
    throw new ProvisionError(
      `${name} is not a key ring.`,
      'Set it, and KEY_PROVIDER, as the service has them.',
    );
  return ring.data;
};

export const checksOf = (keys: readonly NamedKey[]): readonly KeyCheck[] =>
  keys.map((key) => ({
    id: key.id,
    check: new KeyRing([key], 'backup-check').sign(key.id).toString('base64url'),
  }));

/**
 * Compares the keys of a ring with those that a backup records.
 * @returns the ids of recorded keys that the ring does not have
 * @throws ProvisionError when the ring has another key under a recorded id
 */
export const missingKeys = (
  name: RingName,
  { [name]: keys }: Rings,
  recorded: readonly KeyCheck[],
): readonly string[] => {
  const given = new Map(checksOf(keys).map(({ id, check }) => [id, check]));
  const others = recorded.filter(({ id, check }) => given.has(id) && given.get(id) !== check);
  if (others.length > 0)
    throw new ProvisionError(
      `${name} has other keys than the backup under the ids ${idsOf(others)}.`,
      'Restore the keys first, from where they are kept.',
    );
  return recorded.map(({ id }) => id).filter((id) => !given.has(id));
};

export const idsOf = (keys: readonly { readonly id: string }[]): string =>
  keys.map(({ id }) => id).join(', ');
