/** Recognises what a text is about by the signs of classes: phrases of which each has a pattern. A sign that the text negates does not count. */

export interface Sign {
  /** Name that the ledger shows instead of the matching text. */
  readonly name: string;
  readonly pattern: RegExp;
  /** A strong sign identifies its class by itself; a weak one only supports it. */
  readonly strong: boolean;
}

export interface SignedClass<Name extends string> {
  readonly name: Name;
  readonly signs: readonly Sign[];
  /** Whether the class follows from others. One of those with a strong sign ranks before it, however many signs it has. */
  readonly isConsequence: boolean;
}

export interface Recognised<Name extends string> {
  readonly name: Name | null;
  /** From 0 to 1: 0.8 for a strong sign and 0.5 for a weak one, increased by each additional sign. */
  readonly confidence: number;
  readonly signs: readonly string[];
  /** Other classes with equally strong evidence. */
  readonly rivals: readonly Name[];
}

/** A negation shortly before a sign in the same clause, e.g. "no OOM": `no`, `not`, `without`. */
const DENIED_BEFORE =
  /\b(?:no|not|never|without|isn't|aren't|wasn't|rule[sd]? out|ruled out)\b[^.,;\n]{0,14}$/;

/** A negation directly after a sign, as in Hindi: "disk full nahi hai". */
const DENIED_BEHIND = /^[^\S\n]{0,3}(?:(?:nahi|nahin|nhi)\b|नहीं|नही)/;
/** A negation inside a sign, in the clause in which the sign ends, e.g. "disk is not full". */
const DENIED_INSIDE =
  /\b(?:no|not|never|without|neither|[a-z]{2,7}n't)\b(?=[^.,;\n]*$)(?![^\n]*\b(?:and|but|so|because)\b)/g;

/**
 * Returns whether a negation inside the match denies the sign. It does so if the sign still matches without the negating word.
 * In "could not resolve", by contrast, that word is part of the sign's own wording.
 */
const isDeniedInside = (found: string, pattern: RegExp): boolean => {
  const whole = new RegExp(`(?:${pattern.source})$`);
  return [...found.matchAll(DENIED_INSIDE)].some(({ 0: word, index }) =>
    whole.test(found.slice(0, index) + found.slice(index + word.length).trimStart()),
  );
};

const isSign = (text: string, pattern: RegExp): boolean => {
  const match = pattern.exec(text);
  if (match === null) return false;
  const end = match.index + match[0].length;
  return (
    !DENIED_BEFORE.test(text.slice(Math.max(0, match.index - 30), match.index)) &&
    !DENIED_BEHIND.test(text.slice(end, end + 12)) &&
    !isDeniedInside(match[0], pattern)
  );
};

/**
 * Returns the class that the signs in a text indicate.
 * @param classes in the order that decides ties: a cause comes before its consequences
 */
export const recognise = <Name extends string>(
  classes: readonly SignedClass<Name>[],
  text: string,
): Recognised<Name> => {
  const found = classes.flatMap(({ name, signs, isConsequence }) => {
    const seen = signs.filter(({ pattern }) => isSign(text, pattern));
    if (seen.length === 0) return [];
    const base = seen.some((sign) => sign.strong) ? 0.8 : 0.5;
    const confidence = Math.min(0.98, Math.round((base + 0.08 * (seen.length - 1)) * 100) / 100);
    const rank = isConsequence ? Math.min(confidence, 0.8) : confidence;
    return [{ name, rank, confidence, signs: seen.map((sign) => sign.name) }];
  });
  // Sorting is stable, so equals stay in the order of the classes.
  const [best, ...others] = found.toSorted((a, b) => b.rank - a.rank);
  if (best === undefined) return { name: null, confidence: 0, signs: [], rivals: [] };
  const { rank, ...recognised } = best;
  return { ...recognised, rivals: others.filter((other) => other.rank === rank).map(({ name }) => name) };
};

/**
 * Returns the number that a text states: the first group of the pattern that matched. `12% free` states 88 per cent used.
 * @returns undefined if it states none, or more than 100 per cent
 */
export const statedNumber = (pattern: RegExp, isPercent: boolean, text: string): number | undefined => {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const value = Number(match.slice(1).find((group) => group !== undefined));
  if (!isPercent) return value;
  if (value > 100) return undefined;
  const free = /^[^\n%]{0,6}\b(?:free|available|left)\b/.test(text.slice(match.index + match[0].length));
  return free ? 100 - value : value;
};
