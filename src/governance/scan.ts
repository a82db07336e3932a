/** Scans text for personal identifiers. Pure, and linear in the length of the text. */
import {
  IDENTIFIER_TYPES,
  PUBLIC_TYPES,
  type FindingType,
  type IdentifierType,
} from './identifiers/types.ts';
import { maskSpan } from './pii/mask-span.ts';
import { maskScanned, scanned, type Scanned } from './scanned.ts';
import { sourceEnd, sourceStart, toCodePoints } from './text/reading.ts';

export type Risk = 'none' | 'low' | 'medium' | 'high';

/**
 * One identifier found in the text. `start` and `end` are in Unicode code points, `end` is exclusive, and the confidence is
 * from 0 to 1.
 */
export interface ScanFinding {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
  readonly masked: string;
  readonly confidence: number;
}

/** `flags` and `entities` list only the six main types; `findings` lists everything in text order. */
export interface ScanResult {
  readonly flags: IdentifierType[];
  readonly risk: Risk;
  readonly entities: Entities;
  readonly masked: string;
  readonly findings: ScanFinding[];
}

const HIGH: ReadonlySet<FindingType> = new Set<FindingType>(['aadhaar', 'card', 'vid']);
const LOW: ReadonlySet<FindingType> = new Set<FindingType>(['email', 'phone', 'upi']);

/**
 * Returns `low` if there are only contact identifiers (email, phone, UPI ID), `high` if there is an Aadhaar number, a VID or a
 * card, or at least three kinds, and `medium` for the rest: PAN, GSTIN, passport, voter ID, driving licence, bank account. Public
 * types do not count.
 */
export const riskOf = (types: Iterable<FindingType>): Risk => {
  const kinds = [...new Set(types)].filter((type) => !PUBLIC_TYPES.has(type));
  if (kinds.length === 0) return 'none';
  if (kinds.length >= 3 || kinds.some((type) => HIGH.has(type))) return 'high';
  return kinds.every((type) => LOW.has(type)) ? 'low' : 'medium';
};

const SIX: ReadonlySet<FindingType> = new Set(IDENTIFIER_TYPES);

const isOfSix = (type: FindingType): type is IdentifierType => SIX.has(type);

type Entities = Partial<Record<IdentifierType, number>>;

/** Counts the identifiers of the six main types. */
export const countIn = ({ found }: Pick<Scanned, 'found'>): Entities => {
  const entities: Entities = {};
  for (const { type } of found) if (isOfSix(type)) entities[type] = (entities[type] ?? 0) + 1;
  return entities;
};

/** Finds identifiers in `text` and masks all except the public types. Never throws. */
export const scan = (text: string): ScanResult => {
  const result = scanned(text);
  const { found } = result;
  if (found.length === 0) return { flags: [], risk: 'none', entities: {}, masked: text, findings: [] };
  const { reading } = result.page;
  const edges: number[] = [];
  for (const { start, end } of found) edges.push(sourceStart(reading, start), sourceEnd(reading, end));
  const points = reading.starts ? toCodePoints(text, edges) : edges;
  const entities = countIn(result);
  const hidden = found.map((one) => ({ ...one, masked: maskSpan(reading, one.type, one.start, one.end) }));
  const findings = hidden.map(({ type, masked, confidence }, nth): ScanFinding => ({
    type,
    start: points[nth * 2]!,
    end: points[nth * 2 + 1]!,
    masked,
    confidence,
  }));
  const flags = IDENTIFIER_TYPES.filter((type) => entities[type] !== undefined);
  return {
    flags,
    risk: riskOf(found.map(({ type }) => type)),
    entities,
    masked: maskScanned({ ...result, found: hidden }),
    findings,
  };
};
