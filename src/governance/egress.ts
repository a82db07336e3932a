/**
 * Which addresses agents may call: an allow-list of host names, everything else denied. Decides and dials nothing.
 */

/** Allowed hosts: an exact name or `*.name` for the names below it (not itself), each with an optional `:port`. */
export interface EgressPolicy {
  readonly allow: readonly string[];
}

export interface EgressDecision {
  readonly allowed: boolean;
  /** Host that the address names, lower case, IDN as punycode; '' when it names none. May carry data: mask before recording. */
  readonly host: string;
  /** The entry that allows it, or the rule that denies: `default-deny`, `ip-literal`, `credentials`, `scheme`, `port`, `not-a-url`. */
  readonly rule: string;
}

interface Entry {
  readonly host: string;
  readonly below: boolean;
  readonly port: string | undefined;
}

/** What an entry without a port means, whatever the scheme. */
const USUAL_PORTS: readonly string[] = ['80', '443'];

const NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

const nameOf = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/**
 * A host in the one form in which it is compared: lower case, without the dot at its end, IDN as punycode. Undefined for
 * what names no host, or needs decoding to name one.
 */
export const hostName = (text: string): string | undefined => {
  // The URL parser would read a backslash as the begin of a path, and decode percent signs.
  if (/[\s:/\\%*@?#[\]]/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const name = nameOf(new URL(`http://${text}`).hostname);
  return NAME.test(name) ? name : undefined;
};

/** One entry of an allow-list, or undefined when it names no host: `*` alone, an address, a path. */
const parseEntry = (text: string): Entry | undefined => {
  const [, star, host = '', port] = /^(\*\.)?([^:]+)(?::([1-9]\d{0,4}))?$/.exec(text.trim()) ?? [];
  const name = hostName(host);
  if (name === undefined || Number(port ?? 1) > 65_535) return undefined;
  return { host: name, below: star !== undefined, port };
};

/** An entry in the one form in which it is kept, or undefined when it names no host. */
export const egressEntry = (text: string): string | undefined => {
  const entry = parseEntry(text);
  return (
    entry && `${entry.below ? '*.' : ''}${entry.host}${entry.port === undefined ? '' : `:${entry.port}`}`
  );
};

/** The entries of an allow-list that name no host: settings that hold one should be refused at start. */
export const malformedEgressEntries = (allow: readonly string[]): readonly string[] =>
  allow.filter((entry) => parseEntry(entry) === undefined);

const matches = (entry: Entry, host: string): boolean =>
  entry.below ? host.endsWith(`.${entry.host}`) : host === entry.host;

/** Whether the policy lets an agent call `url`, and by which rule. */
export const decideEgress = (url: string, policy: EgressPolicy): EgressDecision => {
  if (!URL.canParse(url)) return { allowed: false, host: '', rule: 'not-a-url' };
  const target = new URL(url);
  const host = nameOf(target.hostname);
  const deny = (rule: string): EgressDecision => ({ allowed: false, host, rule });
  const usual = { 'http:': '80', 'ws:': '80', 'https:': '443', 'wss:': '443' }[target.protocol];
  if (usual === undefined) return deny('scheme');
  if (target.username !== '' || target.password !== '') return deny('credentials');
  // The URL parser has already turned decimal, hex and octal spellings of an address into its plain one.
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return deny('ip-literal');
  const port = target.port === '' ? usual : target.port;
  const named = policy.allow.flatMap((text) => {
    const entry = parseEntry(text);
    return entry !== undefined && matches(entry, host) ? [{ entry, text: text.trim() }] : [];
  });
  const found = named.find(({ entry }) =>
    entry.port === undefined ? USUAL_PORTS.includes(port) : entry.port === port,
  );
  // Below a name stand names: no empty label, no star.
  if (found !== undefined && NAME.test(host)) return { allowed: true, host, rule: found.text };
  return deny(named.length > 0 && found === undefined ? 'port' : 'default-deny');
};

/** Whether a run may begin at `url`: a page, over http on port 80 or https on port 443, on a host that the policy has. */
export const decideStart = (url: string, policy: EgressPolicy): EgressDecision => {
  const decision = decideEgress(url, policy);
  if (!decision.allowed) return decision;
  const { protocol, port } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return { ...decision, allowed: false, rule: 'scheme' };
  // The URL parser has left out the port that is the scheme's own.
  return port === '' ? decision : { ...decision, allowed: false, rule: 'port' };
};

/** Whether everything that `inner` lets through, `outer` lets through as well. */
const covers = (outer: Entry, inner: Entry): boolean =>
  (outer.port === inner.port || (outer.port === undefined && USUAL_PORTS.includes(inner.port ?? ''))) &&
  (outer.below
    ? inner.host.endsWith(`.${outer.host}`) || (inner.below && inner.host === outer.host)
    : !inner.below && inner.host === outer.host);

/**
 * The list of one run: what it asked for, as far as its team's list goes. A run narrows and never widens.
 * @param wished undefined for the whole list of the team
 * @returns with the entries of `wished` that name no host, and those that the list does not cover, by their place
 */
export const narrowAllow = (
  allow: readonly string[],
  wished: readonly string[] | undefined,
): {
  readonly allow: readonly string[];
  readonly malformed: readonly number[];
  readonly outside: readonly number[];
} => {
  if (wished === undefined) return { allow, malformed: [], outside: [] };
  const outer = allow.flatMap((text) => parseEntry(text) ?? []);
  const malformed: number[] = [];
  const outside: number[] = [];
  for (const [place, text] of wished.entries()) {
    const inner = parseEntry(text);
    if (inner === undefined) malformed.push(place);
    else if (!outer.some((entry) => covers(entry, inner))) outside.push(place);
  }
  return { allow: malformed.length + outside.length > 0 ? [] : wished, malformed, outside };
};
