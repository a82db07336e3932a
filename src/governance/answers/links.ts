import { type EgressDecision, type EgressPolicy, decideEgress } from '../egress.ts';
import { maskHost } from '../host-names.ts';
import { BARE, COLON, DOT, REFERENCE_GAP, SLASH, SPACE, couldLeave, plainly } from './markup.ts';

/** A model's text without live links to hosts outside the policy. */
export interface SafeText {
  readonly text: string;
  /** Masked names of the hosts whose links were disabled, without duplicates. `HTML` stands for tags that became plain text. */
  readonly disabled: readonly string[];
}

/**
 * Captures an address up to a quote, which is enough to identify its host, and then up to white space, for clients that treat
 * quotes as part of an address. Uses lookahead, because another address may start inside this one.
 */
const REST = String.raw`(?=([^\s<>"'${'`'}]{0,400})(?=([^${SPACE}<>]{0,400})))`;
/** An address with a scheme, or one that starts with `www.`. Clients turn these into links. */
const ADDRESS = new RegExp(
  `([a-z0-9+.-]{1,21})${COLON}(?=${SLASH}${SLASH})${REST}|(www)${DOT}${REST}`,
  'giu',
);
/** A destination in angle brackets. Only its first part is read. */
const ANGLED = `<(?<angled>[^${SPACE}<>]{0,400})(?<close>>?)`;
/** An inline link's or image's destination. */
const INLINE = new RegExp(
  String.raw`\]\((?=[${SPACE}]{0,3}(?:${ANGLED}|(?<bare>[^${SPACE})]{0,400})))`,
  'gu',
);
/** A reference's destination. Its label is not read, because renderers treat labels differently. */
const REFERENCE = new RegExp(
  String.raw`\]:(?=(?<gap>${REFERENCE_GAP})(?:${ANGLED}|(?<bare>[^${SPACE}]{0,400})))`,
  'gu',
);
/** Elements that load, link or run something even without an attribute. */
const ACTIVE =
  'a|area|audio|base|body|button|embed|form|frame|iframe|image|img|input|link|meta|object|picture|script|source|style|svg|table|td|track|use|video';
/**
 * A tag of an {@link ACTIVE} element, or any tag that contains more than a name, because an attribute such as `style` lets any
 * element fetch something.
 */
const TAG = new RegExp(
  String.raw`<(?:(?=\/?(?:${ACTIVE})\b)|(?!${BARE})(?=\/?[a-z])(?:([a-z][a-z0-9+.-]{1,31}:[^${SPACE}<>]{1,2000})(?=>))?)`,
  'giu',
);
/** A path on the client's own host, or an anchor on its page. */
const LOCAL = /^(?!\/\/)[\w./#?=%-]+$/u;
const MOST_HOSTS = 10;

/**
 * Decides about an address in each of its readings: as written, as decoded by Markdown, and with the remaining backslashes
 * encoded as Markdown does. Every reading must be allowed.
 */
const decide = (address: string, policy: EgressPolicy): EgressDecision => {
  const written = decideEgress(address, policy);
  const plain = plainly(address);
  if (!written.allowed || plain === undefined) return { ...written, allowed: false };
  const readings = [...new Set([plain, plain.replaceAll('\\', '%5C')])].filter((read) => read !== address);
  return readings.map((read) => decideEgress(read, policy)).find(({ allowed }) => !allowed) ?? written;
};

/** Returns whether a client that continues to read after a quote would treat the host as a user name. */
const hasUser = (rest: string, more: string): boolean => {
  if (/[^/\\][/?#\\]/u.test(rest)) return false;
  const plain = plainly(rest + more);
  return more.length === 400 || plain === undefined || /^[/\\]*[^/?#\\]*@/u.test(plain);
};

/** Named groups in {@link INLINE} and {@link REFERENCE}. */
interface Found {
  readonly angled?: string;
  readonly close?: string;
  readonly bare?: string;
  readonly gap?: string;
}

const destinationOf = ({ angled, bare = '' }: Found): string => angled ?? bare;
/** Returns whether the pattern matched the link's complete syntax. */
const isWhole = ({ close, gap = '' }: Found): boolean => close !== '' && gap.length < 99;

/**
 * Disables links and images to hosts outside the policy, because a client that renders them would send out any data in the
 * address. Addresses remain readable (`https[:]//host/…`), Markdown becomes `[text]\(…` and `[label]\: …`, and HTML tags become
 * text. Searches all of the text, because syntax that is inert in one renderer is live in another. All repetitions in the
 * patterns are bounded, so the time is linear.
 */
export const disableLinks = (text: string, policy: EgressPolicy): SafeText => {
  const disabled = new Set<string>();
  const named = new Set<string>();
  const isAllowed = (address: string, rest: string, more: string): boolean => {
    const { allowed, host } = decide(address.replace(/[)\].,;:!?\\]{1,9}$/u, ''), policy);
    if (allowed && !hasUser(rest, more)) return true;
    const name = host.slice(0, 253);
    // Masking is the most expensive step here.
    if (disabled.size < MOST_HOSTS && !named.has(name)) {
      named.add(name);
      disabled.add(maskHost(name) || 'an address without a host');
    }
    return false;
  };
  const isSafe = (destination: string): boolean =>
    LOCAL.test(destination) || (!destination.endsWith('\\') && decide(destination, policy).allowed);
  const breakUnless = (safe: boolean, whole: string): string => {
    if (safe) return whole;
    if (disabled.size === 0) disabled.add('an address without a host');
    return `]\\${whole.slice(1)}`;
  };

  const safe = text
    .replaceAll(ADDRESS, (whole, ...groups: (string | undefined)[]) => {
      const [scheme, rest = '', more = '', www, name = '', after = ''] = groups;
      if (scheme === undefined) return isAllowed(`http://www.${name}`, name, after) ? whole : `${www}[.]`;
      return isAllowed(`${scheme}:${rest}`, rest, more) ? whole : `${scheme}[:]`;
    })
    .replaceAll(INLINE, (whole, ...groups) => {
      const found = groups.at(-1) as Found;
      return breakUnless(isWhole(found) && isSafe(destinationOf(found)), whole);
    })
    .replaceAll(REFERENCE, (whole, ...groups) => {
      const found = groups.at(-1) as Found;
      const destination = destinationOf(found);
      return breakUnless(isWhole(found) && (!couldLeave(destination) || isSafe(destination)), whole);
    })
    .replaceAll(TAG, (whole, address?: string) => {
      // An HTML parser reads the part after a slash in an address as attributes.
      if (address !== undefined && isSafe(address) && !/\\|\/[^/?]*=/u.test(address)) return whole;
      disabled.add('HTML');
      return `&lt;${whole.slice(1)}`;
    });
  return { text: safe, disabled: [...disabled] };
};

/** Appends a sentence to an answer that names the disabled links. */
export const sayDisabled = ({ text, disabled }: SafeText): string =>
  disabled.length === 0
    ? text
    : `${text.trimEnd()}\n\nLinks outside the policy were disabled: ${disabled.join('; ')}.`;
