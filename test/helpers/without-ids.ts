/**
 * Returns a value as JSON without its ids and hashes, whose random hexadecimal digits could contain any four digits that a test
 * looks for.
 */
export const withoutIds = (value: unknown): string => JSON.stringify(value).replaceAll(/[0-9a-f]{16,}/g, '…');
