import { REMEDIES } from './fixes.ts';
import { SIGNATURES, type RootCause } from './signatures.ts';

export interface Diagnosis {
  readonly cause: RootCause | null;
  /** From 0 to 1: 0.8 for a strong sign and 0.5 for a weak one, increased by each additional sign. */
  readonly confidence: number;
  readonly signs: readonly string[];
  /** Other root causes with equally strong evidence. */
  readonly rivals: readonly RootCause[];
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

/** Classes that are consequences of other causes. A cause with a strong sign ranks before them, however many signs they have. */
const CONSEQUENCES: ReadonlySet<RootCause> = new Set(['probe_failing', 'upstream_unreachable', 'crash_loop']);

const rankOf = ({ cause, confidence }: { readonly cause: RootCause; readonly confidence: number }): number =>
  CONSEQUENCES.has(cause) ? Math.min(confidence, 0.8) : confidence;

/** Returns the root-cause class indicated by the signs in the text. */
export const diagnose = (text: string): Diagnosis => {
  const cases = SIGNATURES.flatMap(([cause, signs]) => {
    const found = signs.filter(({ pattern }) => isSign(text, pattern));
    if (found.length === 0) return [];
    const base = found.some((sign) => sign.strong) ? 0.8 : 0.5;
    const confidence = Math.min(0.98, Math.round((base + 0.08 * (found.length - 1)) * 100) / 100);
    return [{ cause, confidence, signs: found.map(({ name }) => name) }];
  });
  // Sorting is stable, so among equals a cause stays before its consequences, as in the table.
  const [best, ...others] = cases.toSorted((a, b) => rankOf(b) - rankOf(a));
  if (best === undefined) return { cause: null, confidence: 0, signs: [], rivals: [] };
  const rivals = others.filter((other) => rankOf(other) === rankOf(best)).map(({ cause }) => cause);
  return { ...best, rivals };
};

export interface Measured {
  readonly value: number;
  /** Whether the text states the value; otherwise the value is the one assumed for the class. */
  readonly stated: boolean;
}

/** Returns a class's reading before the fix, taken from the text if it states one. `12% free` states 88% used. */
export const measure = (cause: RootCause, text: string): Measured => {
  const { reading } = REMEDIES[cause];
  const match = reading.pattern.exec(text);
  const assumed = { value: reading.assumed, stated: false };
  if (match === null) return assumed;
  const value = Number(match[1] ?? match[2]);
  if (reading.unit !== '%') return { value, stated: true };
  if (value > 100) return assumed;
  const free = /^[^\n%]{0,6}\b(?:free|available|left)\b/.test(text.slice(match.index + match[0].length));
  return { value: free ? 100 - value : value, stated: true };
};

/** Returns the reading after the fix was applied in the session. */
export const afterFix = (cause: RootCause, before: number): number => {
  const { relief } = REMEDIES[cause].reading;
  return relief === null ? 0 : Math.max(0, before - relief);
};

/** Phrases saying that the usual fix was tried and did not last. */
const TRIED =
  /\b(?:still|again|keeps?|same|didn't help|did not help|no effect|comes? back|returns?)\b[^.\n]{0,40}\b(?:after|despite|following)\b[^.\n]{0,40}\b(?:restart|reboot|clean|clear|purg|fix|renew|flush|rotat|rollback|roll back)|\b(?:restart|reboot|clean-?up|fix|rollback)[a-z]*\b[^.\n]{0,20}\b(?:did not|didn't|does not|doesn't) (?:help|work|fix)/;

/** Returns whether the text says that the usual fix was tried before. */
export const alreadyTried = (text: string): boolean => TRIED.test(text);
