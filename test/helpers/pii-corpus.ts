/** Loads labelled texts and measures a scan on them. */
import { readFileSync } from 'node:fs';
import { IDENTIFIER_TYPES, type IdentifierType } from '../../src/governance/identifiers/types.ts';
import { scan } from '../../src/governance/scan.ts';
import {
  breakCheck,
  grouped,
  makeAadhaar,
  makeCard,
  makeEmail,
  makeGstin,
  makePan,
  makePhone,
} from './identifiers.ts';

export interface Span {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Labelled text, with the spans that must be found and the spans that may be found; offsets are in code points. */
export interface Labelled {
  readonly id: string;
  readonly text: string;
  readonly entities: readonly Span[];
  readonly optional: readonly Span[];
}

const at = (name: string): URL => new URL(`../corpora/pii/${name}`, import.meta.url);

const textsOf = (name: string): Labelled[] =>
  readFileSync(at(name), 'utf8')
    .trim()
    .split('\n')
    .map((line): Labelled => JSON.parse(line));

/** Returns the hand-labelled corpus. */
export const labelledTexts = (): Labelled[] => textsOf('labelled.jsonl');

/** Returns texts whose author had seen neither the rules nor the other corpora. */
export const strangersTexts = (): Labelled[] => textsOf('strangers.jsonl');

/** Returns texts of the trades that use the service: claims, banks, IT, calls, chats, logs, papers; half of them are clean. */
export const tradesTexts = (): Labelled[] => textsOf('trades.jsonl');

const MAKERS: Readonly<Record<string, (seed: number) => string>> = {
  aadhaar: makeAadhaar,
  pan: makePan,
  gstin: makeGstin,
  card: (seed) => makeCard(seed, 'visa'),
  email: makeEmail,
  phone: makePhone,
  landline: (seed) => `080-2${makePhone(seed).slice(3)}`,
  mobile: makePhone,
};

const make = (kind: string, seed: number): string => {
  if (kind.startsWith('digits ')) return String(seed * 7919 + 10 ** 17).slice(-Number(kind.slice(7)));
  if (kind.startsWith('bad ')) return breakCheck(MAKERS[kind.slice(4)]!(seed));
  return MAKERS[kind.replace('!', '')]!(seed);
};

/** Returns the carriers filled with made-up values; another seed gives other values. */
export const generatedTexts = (seed: number): Labelled[] =>
  readFileSync(at('carriers.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((carrier, nth) => {
      const entities: Span[] = [];
      let text = '';
      let last = 0;
      const template = carrier.replaceAll('\\n', '\n');
      for (const match of template.matchAll(/\{([a-z][a-z ]*[\d]*!?)(?::([\d .-]+))?\}/g)) {
        const kind = match[1]!;
        const value = make(kind, seed + nth * 1000 + match.index);
        const separator = match[2] ? /\D/.exec(match[2])![0] : '';
        const written = match[2] ? grouped(value, match[2].split(separator).map(Number), separator) : value;
        text += template.slice(last, match.index);
        const wanted = !/[ !]/.test(kind) && kind !== 'mobile';
        const type = kind === 'landline' ? 'phone' : kind;
        const prefix = /(?:\+91[ -]?|(?<=: )0|(?<= )91)$/.exec(text)?.[0] ?? '';
        if (wanted) {
          const start = [...text].length - (type === 'phone' ? prefix.length : 0);
          entities.push({ type, start, end: [...text].length + [...written].length });
        }
        text += written;
        last = match.index + match[0].length;
      }
      return { id: `line ${nth + 1}`, text: text + template.slice(last), entities, optional: [] };
    });

export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly found: number;
}

export interface Report {
  readonly types: Readonly<Record<IdentifierType | 'all', Score>>;
  readonly clean: number;
  readonly cleanFlagged: number;
  /** The scan's errors: id, kind of error, type and text. */
  readonly errors: readonly string[];
}

const scoreOf = (hits: number, wrong: number, missed: number): Score => {
  const precision = hits + wrong === 0 ? 1 : hits / (hits + wrong);
  const recall = hits + missed === 0 ? 1 : hits / (hits + missed);
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    found: hits,
  };
};

const isSix = (type: string): type is IdentifierType => IDENTIFIER_TYPES.some((known) => known === type);

const ours = (text: string): readonly Span[] => scan(text).findings;

/** Counts exact matches of span and type. A finding that touches an optional span counts neither as right nor as wrong. */
export const measure = (texts: readonly Labelled[], find = ours): Report => {
  const counts = new Map<string, [number, number, number]>(IDENTIFIER_TYPES.map((type) => [type, [0, 0, 0]]));
  const errors: string[] = [];
  let clean = 0;
  let cleanFlagged = 0;
  for (const { id, text, entities, optional } of texts) {
    const points = [...text];
    const findings: Span[] = find(text).filter(({ type }) => isSix(type));
    const same = (a: Span) => (b: Span) => a.type === b.type && a.start === b.start && a.end === b.end;
    for (const entity of entities) {
      const hit = findings.some(same(entity));
      counts.get(entity.type)![hit ? 0 : 2]++;
      if (!hit)
        errors.push(
          `${id}: missed ${entity.type} ${points.slice(entity.start, entity.end).join('')} in ${text}`,
        );
    }
    for (const finding of findings) {
      if (
        entities.some(same(finding)) ||
        optional.some((span) => span.start < finding.end && finding.start < span.end)
      )
        continue;
      counts.get(finding.type)![1]++;
      errors.push(
        `${id}: wrong ${finding.type} ${points.slice(finding.start, finding.end).join('')} in ${text}`,
      );
    }
    if (entities.length + optional.length > 0) continue;
    clean++;
    if (findings.length > 0) cleanFlagged++;
  }
  const score = (type: IdentifierType): Score => scoreOf(...counts.get(type)!);
  const sum = [...counts.values()].reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
  const types = {
    aadhaar: score('aadhaar'),
    pan: score('pan'),
    gstin: score('gstin'),
    card: score('card'),
    email: score('email'),
    phone: score('phone'),
    all: scoreOf(...sum),
  };
  return { types, clean, cleanFlagged, errors };
};

/** Formats a line for each type: found, precision, recall, F1. */
export const table = ({ types, clean, cleanFlagged }: Report): string =>
  [
    'type     found  precision  recall  F1',
    ...Object.entries(types).map(
      ([type, { found, precision, recall, f1 }]) =>
        `${type.padEnd(8)} ${String(found).padStart(5)}  ${precision.toFixed(4).padStart(9)}  ${recall.toFixed(4)}  ${f1.toFixed(4)}`,
    ),
    `clean texts flagged: ${cleanFlagged} of ${clean}`,
  ].join('\n');
