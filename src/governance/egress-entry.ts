export interface Entry {
  readonly host: string;
  readonly below: boolean;
  readonly port: string | undefined;
}

/** Ports allowed by an entry without a port, regardless of the scheme. */
export const USUAL_PORTS: readonly string[] = ['80', '443'];
export const NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Lowercases a host name and drops its trailing dot. */
export const nameOf = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/**
 * Normalises a host name for comparison: lower case, without a trailing dot, IDN as punycode.
 * @returns undefined if the text is not a host name, or is one only after decoding
 */
export const hostName = (text: string): string | undefined => {
  // The URL parser would read a backslash as the start of a path, and would decode percent signs.
  if (/[\s:/\\%*@?#[\]]/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const name = nameOf(new URL(`http://${text}`).hostname);
  return NAME.test(name) ? name : undefined;
};

/** Parses one allow-list entry. Returns undefined for anything that is not a host: `*` alone, an address, a path. */
export const parseEntry = (text: string): Entry | undefined => {
  const [, star, host = '', port] = /^(\*\.)?([^:]+)(?::([1-9]\d{0,4}))?$/.exec(text.trim()) ?? [];
  const name = hostName(host);
  if (name === undefined || Number(port ?? 1) > 65_535) return undefined;
  return { host: name, below: star !== undefined, port };
};

/** Normalises an entry for storage. Returns undefined if it does not name a host. */
export const egressEntry = (text: string): string | undefined => {
  const entry = parseEntry(text);
  return (
    entry && `${entry.below ? '*.' : ''}${entry.host}${entry.port === undefined ? '' : `:${entry.port}`}`
  );
};

/** Returns the allow-list entries that do not name a host. Settings that contain one should be refused at startup. */
export const malformedEgressEntries = (allow: readonly string[]): readonly string[] =>
  allow.filter((entry) => parseEntry(entry) === undefined);
