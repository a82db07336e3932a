import { type Recognised, recognise, type SignedClass, statedNumber } from '../../text/signs.ts';
import { REMEDIES } from './fixes.ts';
import { SIGNATURES, type RootCause } from './signatures.ts';

export interface Diagnosis extends Omit<Recognised<RootCause>, 'name'> {
  readonly cause: RootCause | null;
}

/** Classes that are consequences of other causes. */
const CONSEQUENCES: ReadonlySet<RootCause> = new Set(['probe_failing', 'upstream_unreachable', 'crash_loop']);

const CLASSES: readonly SignedClass<RootCause>[] = SIGNATURES.map(([name, signs]) => ({
  name,
  signs,
  isConsequence: CONSEQUENCES.has(name),
}));

/** Returns the root-cause class indicated by the signs in the text. */
export const diagnose = (text: string): Diagnosis => {
  const { name: cause, ...found } = recognise(CLASSES, text);
  return { cause, ...found };
};

export interface Measured {
  readonly value: number;
  /** Whether the text states the value; otherwise the value is the one assumed for the class. */
  readonly stated: boolean;
}

/** Returns a class's reading before the fix, taken from the text if it states one. */
export const measure = (cause: RootCause, text: string): Measured => {
  const { pattern, unit, assumed } = REMEDIES[cause].reading;
  const value = statedNumber(pattern, unit === '%', text);
  return { value: value ?? assumed, stated: value !== undefined };
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
