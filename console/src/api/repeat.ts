import { ApiError, newIdempotencyKey } from './call.ts';

/** Whether it is unknown if a change happened, because no response of the service itself arrived. */
export const isUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 502;

const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.type === b.type && a.lastModified === b.lastModified;

/**
 * Whether two values make the same request. A file that is chosen again is the same as long as it has not
 * changed on disk.
 */
export const isSameGiven = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof File && b instanceof File) return isSameFile(a, b);
  // Other bytes could be compared only by reading them.
  if (a instanceof Blob || b instanceof Blob || a instanceof FormData || b instanceof FormData) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [own, other] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    own.length === other.size &&
    own.every(([name, value]) => other.has(name) && isSameGiven(value, other.get(name)))
  );
};

interface Sent {
  readonly given: unknown;
  readonly key: string;
}

/**
 * Returns a function that sends a change under an Idempotency-Key: a new one, or the earlier one if the same
 * change was sent before and nobody knows whether it happened. Later refusals keep the key, because they do
 * not tell whether the first attempt succeeded; only a key that belongs to other content is given up.
 */
export const createRepeat = () => {
  let unknown: readonly Sent[] = [];
  return async <T>(given: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const earlier = unknown.find((one) => isSameGiven(one.given, given));
    const sent = earlier ?? { given, key: newIdempotencyKey() };
    const forget = (): void => {
      unknown = unknown.filter((one) => one !== sent);
    };
    try {
      const reply = await send(sent.key);
      forget();
      return reply;
    } catch (error) {
      if (earlier === undefined && isUnknown(error)) unknown = [...unknown, sent];
      if (error instanceof ApiError && error.problem.type?.endsWith('idempotency-key-reused') === true)
        forget();
      throw error;
    }
  };
};
