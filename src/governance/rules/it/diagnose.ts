import { clip } from '../../bounded-text.ts';
import { textOf, memberOf, textsIn, type Case } from '../../members.ts';
import { normalise } from '../../text.ts';
import { REMEDIES } from './fixes.ts';
import { SIGNATURES, type RootCause } from './signatures.ts';

export type Severity = 'P1' | 'P2' | 'P3' | 'P4';

/** Longest text of an incident that is read. The symptom comes first; of a log, the end says most. */
const MAX_READ = 64_000;

/** An incident as the rules read it. */
export interface Incident {
  /** A host name in lower case, or '' if the given text is not one. */
  readonly host: string;
  readonly hostGiven: boolean;
  readonly severity: Severity;
  readonly severityGiven: boolean;
  readonly symptomGiven: boolean;
  /** Symptom and evidence in lower case. Never recorded. */
  readonly text: string;
}

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

const SEVERITIES: readonly (readonly [Severity, RegExp])[] = [
  ['P1', /^(?:p ?-?1|sev(?:erity)? ?-?1|s1|1|critical|blocker|emergency|urgent|disaster)$/],
  ['P2', /^(?:p ?-?2|sev(?:erity)? ?-?2|s2|2|high|major|error)$/],
  ['P3', /^(?:p ?-?3|sev(?:erity)? ?-?3|s3|3|medium|moderate|normal|average|warning)$/],
  ['P4', /^(?:p ?-?[45]|sev(?:erity)? ?-?[45]|s4|[45]|low|minor|info(?:rmational)?|trivial)$/],
];

const OUTAGE =
  /\b(?:outage|production (?:is )?down|site (?:is )?down|all (?:users|customers)|data loss|complete(?:ly)? down)\b/;

/** Reads a free-form incident. A severity that is missing or not a known word is derived from the symptom. */
export const readIncident = (given: Case): Incident => {
  const host = textOf(given, 'host', 'hostname').toLowerCase();
  const word = textOf(given, 'severity', 'priority').toLowerCase();
  const symptom = [memberOf(given, 'symptom'), memberOf(given, 'description'), memberOf(given, 'title')];
  const evidence = ['evidence', 'logs', 'log'].map((name) => memberOf(given, name));
  const written = textsIn(symptom).join('\n');
  const text = normalise(clip([written, ...textsIn(evidence)].join('\n'), MAX_READ)).toLowerCase();
  const stated = SEVERITIES.find(([, form]) => form.test(word))?.[0];
  return {
    host: HOST.test(host) && !/^\d+$/.test(host) ? host : '',
    hostGiven: host !== '',
    severity: stated ?? (OUTAGE.test(text) ? 'P1' : 'P3'),
    severityGiven: stated !== undefined,
    symptomGiven: written.trim() !== '',
    text,
  };
};

export interface Diagnosis {
  readonly cause: RootCause | null;
  /** From 0 to 1: 0.8 for a strong sign, 0.5 for a weak one, more with each further sign. */
  readonly confidence: number;
  readonly signs: readonly string[];
  /** Other root causes with equally strong evidence. */
  readonly rivals: readonly RootCause[];
}

/** Negation shortly before a sign, e.g. "no OOM": `no`, `not`, `without` in the same clause. */
const DENIED = /\b(?:no|not|never|without|isn't|aren't|wasn't|rule[sd]? out|ruled out)\b[^.,;\n]{0,14}$/;

/** Consequences of other causes. However many signs these have, a strong sign of a cause ranks before them. */
const CONSEQUENCES: ReadonlySet<RootCause> = new Set(['probe_failing', 'upstream_unreachable', 'crash_loop']);

const rankOf = ({ cause, confidence }: { readonly cause: RootCause; readonly confidence: number }): number =>
  CONSEQUENCES.has(cause) ? Math.min(confidence, 0.8) : confidence;

/** Returns the root-cause class that the signs in a text indicate. */
export const diagnose = (text: string): Diagnosis => {
  const cases = SIGNATURES.flatMap(([cause, signs]) => {
    const found = signs.filter(({ pattern }) => {
      const match = pattern.exec(text);
      return match !== null && !DENIED.test(text.slice(Math.max(0, match.index - 30), match.index));
    });
    if (found.length === 0) return [];
    const base = found.some((sign) => sign.strong) ? 0.8 : 0.5;
    const confidence = Math.min(0.98, Math.round((base + 0.08 * (found.length - 1)) * 100) / 100);
    return [{ cause, confidence, signs: found.map(({ name }) => name) }];
  });
  // Array.sort is stable, so among equals the class earlier in the table, which causes the later one, stays first.
  const [best, ...others] = cases.toSorted((a, b) => rankOf(b) - rankOf(a));
  if (best === undefined) return { cause: null, confidence: 0, signs: [], rivals: [] };
  const rivals = others.filter((other) => rankOf(other) === rankOf(best)).map(({ cause }) => cause);
  return { ...best, rivals };
};

export interface Measured {
  readonly value: number;
  /** Whether the text states the value; otherwise it is the value that the class assumes. */
  readonly stated: boolean;
}

/** Measures the reading of a class before the fix, from the text if it states one. `12% free` states 88% used. */
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

/** Phrases that say that the fix of a class was tried and did not last. */
const TRIED =
  /\b(?:still|again|keeps?|same|didn't help|did not help|no effect|comes? back|returns?)\b[^.\n]{0,40}\b(?:after|despite|following)\b[^.\n]{0,40}\b(?:restart|reboot|clean|clear|purg|fix|renew|flush|rotat|rollback|roll back)|\b(?:restart|reboot|clean-?up|fix|rollback)[a-z]*\b[^.\n]{0,20}\b(?:did not|didn't|does not|doesn't) (?:help|work|fix)/;

/** Returns whether the text says that the usual fix was tried before. */
export const alreadyTried = (text: string): boolean => TRIED.test(text);
