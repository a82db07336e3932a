import { decideEgress, type EgressPolicy } from '../egress.ts';
import { maskHost } from '../host-names.ts';

/** A model's text without live links to hosts outside the policy. */
export interface SafeText {
  readonly text: string;
  /** Masked names of the hosts whose links were disabled, each once; `HTML` stands for tags that became plain text. */
  readonly disabled: readonly string[];
}

/** An address with a scheme. Clients turn these into links, and the Markdown or HTML around them into requests. */
const ADDRESS = /\b([a-z][a-z0-9+.-]{0,20}):([\\/]{2}[^\s<>"'`]{0,2000})/giu;
const WWW = /(?<![\w./@-])www\.[\w.-]{1,253}/giu;
/** The destination of an inline link or image, and of a reference at the beginning of a line. */
const INLINE = /\]\(\s{0,3}<?([^\s)>]{0,2000})/gu;
const REFERENCE = /^( {0,3}\[[^\]\n]{1,200}\]):[ \t]{0,3}<?([^\s>]{0,2000})/gmu;
const TAG =
  /<(?=\/?(?:a|area|audio|base|body|button|embed|form|frame|iframe|image|img|input|link|meta|object|picture|script|source|style|svg|table|td|track|use|video)\b)/giu;
/** A path on the client's own host, or an anchor on its page. */
const LOCAL = /^(?!\/\/)[\w./#?=%-]+$/u;
const MOST_HOSTS = 10;

const isSafe = (destination: string, policy: EgressPolicy): boolean =>
  LOCAL.test(destination) || decideEgress(destination, policy).allowed;

/**
 * Disables links and images to hosts outside the policy, because a client that renders them would send out whatever the address
 * carries. Addresses stay readable (`https[:]//host/…`), Markdown becomes `[text]\(…`, and HTML tags become text. Each pattern
 * has bounded repetitions, so the time is linear.
 */
export const disableLinks = (text: string, policy: EgressPolicy): SafeText => {
  const disabled = new Set<string>();
  const isAllowed = (address: string): boolean => {
    const { allowed, host } = decideEgress(address.replace(/[)\].,;:!?]{1,9}$/u, ''), policy);
    if (!allowed && disabled.size < MOST_HOSTS)
      disabled.add(maskHost(host.slice(0, 253)) || 'an address without a host');
    return allowed;
  };
  const breakUnless = (destination: string, whole: string, broken: () => string): string => {
    if (isSafe(destination, policy)) return whole;
    if (disabled.size === 0) disabled.add('an address without a host');
    return broken();
  };
  const safe = text
    .replaceAll(ADDRESS, (whole, scheme: string, rest: string) =>
      isAllowed(whole) ? whole : `${scheme}[:]${rest}`,
    )
    .replaceAll(WWW, (whole) => (isAllowed(`http://${whole}`) ? whole : `www[.]${whole.slice(4)}`))
    .replaceAll(INLINE, (whole, destination: string) =>
      breakUnless(destination, whole, () => whole.replace('](', ']\\(')),
    )
    .replaceAll(REFERENCE, (whole, label: string, destination: string) =>
      breakUnless(destination, whole, () => `${label}\\${whole.slice(label.length)}`),
    )
    .replaceAll(TAG, () => {
      disabled.add('HTML');
      return '&lt;';
    });
  return { text: safe, disabled: [...disabled] };
};

/** Appends a sentence to an answer that names the disabled links. */
export const sayDisabled = ({ text, disabled }: SafeText): string =>
  disabled.length === 0
    ? text
    : `${text.trimEnd()}\n\nLinks outside the policy were disabled: ${disabled.join('; ')}.`;

/**
 * Returns the beginning of an unfinished text in which no link can change any more: up to its last white space outside a link.
 * {@link disableLinks} turns it into the beginning of what it makes of the whole text.
 */
export const settledLinks = (text: string): string => {
  for (let end = text.length; end > 0; end -= 1) {
    if (/\s/.test(text[end - 1]!) && !/(?:\]\(|\]:)<?\s{0,3}$/u.test(text.slice(Math.max(0, end - 8), end))) {
      return text.slice(0, end);
    }
  }
  return '';
};
