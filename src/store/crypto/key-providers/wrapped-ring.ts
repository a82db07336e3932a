import { type KeyProvider, KeyProviderError } from './provider.ts';

/** An entry of a ring, whose key may be wrapped. */
interface Entry {
  readonly id: string;
  readonly key: string;
}

/** Splits a ring into its entries. Only the first colon separates, because wrapped keys contain colons. */
export const entriesOf = (ring: string): readonly Entry[] =>
  ring
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf(':');
      return { id: part.slice(0, Math.max(0, at)), key: part.slice(at + 1) };
    });

export const ringOf = (entries: readonly Entry[]): string =>
  entries.map(({ id, key }) => `${id}:${key}`).join(',');

/** Wraps an entry together with its id, so that a key cannot be passed off as another one of the ring. */
export const wrapEntry = async (provider: KeyProvider, entry: Entry): Promise<Entry> => ({
  id: entry.id,
  key: await provider.wrap(Buffer.from(ringOf([entry]))),
});

/**
 * Unwraps the keys of a ring.
 * @returns the ring in the form of ENCRYPTION_KEYS
 * @throws KeyProviderError naming the setting and the entry
 */
export const unwrapRing = async (
  provider: KeyProvider,
  setting: string,
  ring: string,
  signal?: AbortSignal,
): Promise<string> => {
  const opened: string[] = [];
  for (const { id, key } of entriesOf(ring)) {
    const plain = await provider.unwrap(key, signal).catch((error: unknown) => {
      if (!(error instanceof KeyProviderError)) throw error;
      const { mayPass } = error;
      throw new KeyProviderError(`${setting}: "${id}" cannot be unwrapped: ${error.message}`, {
        cause: error,
        mayPass,
      });
    });
    const entry = plain.toString();
    if (!entry.startsWith(`${id}:`))
      throw new KeyProviderError(`${setting}: the key of "${id}" was wrapped under another id`);
    opened.push(entry);
  }
  return opened.join(',');
};
