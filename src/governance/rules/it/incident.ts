import { type MemberUse, type Case, textOf, memberOf, textsIn, unreadableIn } from '../../members.ts';
import { clip } from '../../text/clip.ts';
import { normalise } from '../../text/reading.ts';
import { roundedIn } from '../rounded.ts';

export type Severity = 'P1' | 'P2' | 'P3' | 'P4';
/** Maximum length of incident text to read. The symptom comes first; the end of a log is its most informative part. */
const MAX_READ = 64_000;
/** An incident in the form that the rules use. */
export interface Incident {
  /** A host name in lower case, or '' if the given text is not one. */
  readonly host: string;
  readonly hostGiven: boolean;
  readonly severity: Severity;
  readonly severityGiven: boolean;
  readonly symptomGiven: boolean;
  /** Symptom and evidence in lower case. Never recorded. */
  readonly text: string;
  /** Names of members that were given but cannot be read. */
  readonly unreadable: readonly string[];
  /** Names of members that are numbers which may have been rounded. */
  readonly rounded: readonly string[];
}

/**
 * Single-value members that the rules use. The symptom and the evidence may have any shape, because every string in them is read.
 */
const USES: Readonly<Record<string, MemberUse>> = {
  id: 'text',
  host: 'text',
  hostname: 'text',
  severity: 'text',
  priority: 'text',
};

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Returns whether a text in lower case is a host name, and not just a number. */
export const isHostName = (text: string): boolean => HOST.test(text) && !/^\d+$/.test(text);

const SEVERITIES: readonly (readonly [Severity, RegExp])[] = [
  ['P1', /^(?:p ?-?[01]|sev(?:erity)? ?-?[01]|s[01]|[01]|critical|blocker|emergency|urgent|disaster)$/],
  ['P2', /^(?:p ?-?2|sev(?:erity)? ?-?2|s2|2|high|major|error)$/],
  ['P3', /^(?:p ?-?3|sev(?:erity)? ?-?3|s3|3|medium|moderate|normal|average|warning)$/],
  ['P4', /^(?:p ?-?[45]|sev(?:erity)? ?-?[45]|s4|[45]|low|minor|info(?:rmational)?|trivial)$/],
];

const OUTAGE =
  /\b(?:outage|production (?:is )?down|site (?:is )?down|all (?:users|customers)|data loss|complete(?:ly)? down)\b/;

/**
 * Returns the severity named by the text or by one of its parts ("P1 - Critical"). If the parts differ, the most severe one
 * counts.
 */
const severityIn = (text: string): Severity | undefined => {
  const parts = [text, ...text.split(/\s*[-:,;/|()]\s*/)];
  return SEVERITIES.find(([, form]) => parts.some((part) => form.test(part)))?.[0];
};

/**
 * Reads a free-form incident. A missing severity is derived from the symptom. If two members differ, the more severe one counts.
 */
export const readIncident = (given: Case): Incident => {
  const host = textOf(given, 'host', 'hostname').toLowerCase();
  const words = ['severity', 'priority'].map((name) => [name, textOf(given, name).toLowerCase()] as const);
  const stated = words.flatMap(([, word]) => severityIn(word) ?? []).toSorted()[0];
  const symptom = [memberOf(given, 'symptom'), memberOf(given, 'description'), memberOf(given, 'title')];
  const evidence = ['evidence', 'logs', 'log'].map((name) => memberOf(given, name));
  const written = textsIn(symptom).join('\n');
  const text = normalise(clip([written, ...textsIn(evidence)].join('\n'), MAX_READ))
    .toLowerCase()
    .replaceAll('’', "'");
  return {
    host: isHostName(host) ? host : '',
    hostGiven: host !== '',
    severity: stated ?? (OUTAGE.test(text) ? 'P1' : 'P3'),
    severityGiven: stated !== undefined,
    symptomGiven: written.trim() !== '',
    text,
    unreadable: [
      ...unreadableIn(given, USES),
      ...words.filter(([, word]) => word !== '' && severityIn(word) === undefined).map(([name]) => name),
    ],
    rounded: roundedIn(given, Object.keys(USES)),
  };
};
