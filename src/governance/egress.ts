/**
 * Decides which addresses agents may call, using an allow-list of host names that denies everything else. It only decides; it
 * does not open connections.
 */

import { type Entry, nameOf, parseEntry, USUAL_PORTS, NAME } from './egress-entry.ts';

/** Allowed hosts: an exact name, or `*.name` for the names below it (but not itself), each with an optional `:port`. */
export interface EgressPolicy {
  readonly allow: readonly string[];
}

export interface EgressDecision {
  readonly allowed: boolean;
  /**
   * The address's host in lower case, with IDN as punycode; '' if there is none. It may carry data, so mask it before recording.
   */
  readonly host: string;
  /**
   * The entry that allows the address, or the rule that denies it: `default-deny`, `ip-literal`, `credentials`, `scheme`, `port`,
   * `not-a-url`.
   */
  readonly rule: string;
}

const matches = (entry: Entry, host: string): boolean =>
  entry.below ? host.endsWith(`.${entry.host}`) : host === entry.host;

/** Decides whether the policy lets an agent call `url`, and which rule applies. */
export const decideEgress = (url: string, policy: EgressPolicy): EgressDecision => {
  if (!URL.canParse(url)) return { allowed: false, host: '', rule: 'not-a-url' };
  const target = new URL(url);
  const host = nameOf(target.hostname);
  const deny = (rule: string): EgressDecision => ({ allowed: false, host, rule });
  const usual = { 'http:': '80', 'ws:': '80', 'https:': '443', 'wss:': '443' }[target.protocol];
  if (usual === undefined) return deny('scheme');
  if (target.username !== '' || target.password !== '') return deny('credentials');
  // The URL parser has already converted decimal, hex and octal spellings of an address to the usual one.
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return deny('ip-literal');
  const port = target.port === '' ? usual : target.port;
  const named = policy.allow.flatMap((text) => {
    const entry = parseEntry(text);
    return entry !== undefined && matches(entry, host) ? [{ entry, text: text.trim() }] : [];
  });
  const found = named.find(({ entry }) =>
    entry.port === undefined ? USUAL_PORTS.includes(port) : entry.port === port,
  );
  // A wildcard only matches well-formed names, without an empty label or an asterisk.
  if (found !== undefined && NAME.test(host)) return { allowed: true, host, rule: found.text };
  return deny(named.length > 0 && found === undefined ? 'port' : 'default-deny');
};

/**
 * Decides whether a run may start at `url`: it must be an http page on port 80 or an https page on port 443, on a host that the
 * policy allows.
 */
export const decideStart = (url: string, policy: EgressPolicy): EgressDecision => {
  const decision = decideEgress(url, policy);
  if (!decision.allowed) return decision;
  const { protocol, port } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return { ...decision, allowed: false, rule: 'scheme' };
  // The URL parser leaves out the scheme's default port.
  return port === '' ? decision : { ...decision, allowed: false, rule: 'port' };
};

/** Returns whether `outer` allows everything that `inner` allows. */
const covers = (outer: Entry, inner: Entry): boolean =>
  (outer.port === inner.port || (outer.port === undefined && USUAL_PORTS.includes(inner.port ?? ''))) &&
  (outer.below
    ? inner.host.endsWith(`.${outer.host}`) || (inner.below && inner.host === outer.host)
    : !inner.below && inner.host === outer.host);

/**
 * Narrows a team's allow-list to the entries that a run requested. A run can never widen the list.
 * @param wished undefined for the team's whole list
 * @returns the list, the indices of entries in `wished` that do not name a host, and the indices of entries that the team's list
 * does not cover; the list is empty if there are any such entries
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
