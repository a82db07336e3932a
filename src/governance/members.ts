/**
 * Reads a case's free-form members. The sender chooses names, types, depth and length, so nothing here throws. A member that was
 * given but cannot be used is not treated as missing: the rules report it as a finding.
 */
import { plainText } from './text/plain.ts';

export type Case = Readonly<Record<string, unknown>>;

/** Maximum length of a single-value member. Anything longer is not an identifier, amount, date or name. */
export const MAX_VALUE = 2_000;

/** Returns a member's own value. Inherited members do not count. */
export const memberOf = (given: Case, name: string): unknown =>
  Object.hasOwn(given, name) ? given[name] : undefined;

/** A member as given. `unreadable` means that it is too long or that its type cannot be read as text. */
export type Member =
  { readonly state: 'absent' | 'unreadable' } | { readonly state: 'value'; readonly written: string };

const ABSENT: Member = { state: 'absent' };
const UNREADABLE: Member = { state: 'unreadable' };

/** Reads a member's text as it was given. Null and blank text count as absent, and a number is converted to text. */
export const readMember = (given: Case, name: string, longest = MAX_VALUE): Member => {
  const value = memberOf(given, name);
  if (value === undefined || value === null) return ABSENT;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return UNREADABLE;
  const written = String(value).replaceAll('\0', '').trim();
  if (written.length > longest) return UNREADABLE;
  return plainText(written) === '' ? ABSENT : { state: 'value', written };
};

/** Returns the text of the first member that has any, as it was written; '' if none has. Only for display and storage. */
export const writtenOf = (given: Case, ...names: readonly string[]): string => {
  for (const name of names) {
    const member = readMember(given, name);
    if (member.state === 'value') return member.written;
  }
  return '';
};

/** Returns the text of the first member that has any, in plainText's uniform spelling; '' if none has. */
export const textOf = (given: Case, ...names: readonly string[]): string =>
  plainText(writtenOf(given, ...names));

const flagFrom = (given: Case, name: string): boolean | undefined => {
  const value = memberOf(given, name);
  if (typeof value === 'boolean') return value;
  return flagIn(textOf(given, name));
};

/** Returns whether a text is a word for yes or for no. */
export const flagIn = (text: string): boolean | undefined => {
  const word = text.toLowerCase();
  if (/^(true|yes|y|1|haan|confirmed)$/.test(word)) return true;
  return /^(false|no|n|0|nahin|none)$/.test(word) ? false : undefined;
};

/** Returns a flag, read from booleans and from words such as yes and no. If members disagree, the flag is false. */
export const flagOf = (given: Case, ...names: readonly string[]): boolean | undefined => {
  const flags = names.map((name) => flagFrom(given, name));
  return flags.includes(false) ? false : flags.includes(true) ? true : undefined;
};

/**
 * How a rule set uses a member. `text`: a string or number. `flag`: a boolean or a word for one. `answer`: any of these. `long`:
 * the rule set itself reads strings of any length.
 */
export type MemberUse = 'text' | 'flag' | 'answer' | 'long';

const isReadable = (given: Case, name: string, use: MemberUse): boolean => {
  if ((use === 'flag' || use === 'answer') && typeof memberOf(given, name) === 'boolean') return true;
  const { state } = readMember(given, name, use === 'long' ? Infinity : MAX_VALUE);
  return state === 'absent' || (state === 'value' && (use !== 'flag' || flagFrom(given, name) !== undefined));
};

/** Returns the names of members that were given but cannot be read. Their values are never shown. */
export const unreadableIn = (given: Case, uses: Readonly<Record<string, MemberUse>>): readonly string[] =>
  Object.entries(uses).flatMap(([name, use]) => (isReadable(given, name, use) ? [] : [name]));

/** Collects every string and number inside a value, up to a depth and a number of nodes that no legitimate case exceeds. */
export const textsIn = (value: unknown, maxDepth = 32, maxNodes = 20_000): readonly string[] => {
  const texts: string[] = [];
  const pending: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 0 }];
  for (let seen = 0; pending.length > 0 && seen < maxNodes; seen++) {
    const { part, depth } = pending.pop()!;
    if (typeof part === 'string') texts.push(part);
    else if (typeof part === 'number' || typeof part === 'bigint') texts.push(String(part));
    else if (typeof part === 'object' && part !== null && depth < maxDepth)
      for (const [name, inner] of Object.entries(part).toReversed()) {
        pending.push({ part: inner, depth: depth + 1 });
        if (!Array.isArray(part)) texts.push(name);
      }
  }
  return texts;
};
