/** The replacement for a secret in a text. */
export const HIDDEN = '(secret)';

/** Returns the spellings of a secret that an address may contain. */
const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ s: secret }).toString().slice('s='.length),
];

/** Replaces secrets in a text, longer ones first, because one may contain another. */
export const hideIn = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);

export const shows = (text: string, secrets: readonly string[]): boolean => hideIn(text, secrets) !== text;
