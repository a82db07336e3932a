import { isAadhaar } from './identifiers/aadhaar.ts';
import { isCard } from './identifiers/card.ts';
import { IDENTIFIER_TYPES, type FindingType, type IdentifierType } from './identifiers/types.ts';
import { maskValue } from './mask.ts';
import { toCodePoints } from './text.ts';

export type Risk = 'none' | 'low' | 'medium' | 'high';

/** One identifier in a text; `start` and `end` count Unicode code points, `end` is exclusive, confidence is 0 to 1. */
export interface Finding {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
  readonly masked: string;
  readonly confidence: number;
}

export interface ScanResult {
  readonly flags: IdentifierType[];
  readonly risk: Risk;
  readonly entities: Partial<Record<IdentifierType, number>>;
  readonly masked: string;
  readonly findings: Finding[];
}

const RULES: readonly (readonly [IdentifierType, RegExp, (text: string) => boolean])[] = [
  ['email', /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}/g, () => true],
  ['gstin', /\b\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]\b/g, () => true],
  ['card', /\b(?:\d[ -]?){13,19}\b/g, isCard],
  ['aadhaar', /\b\d{4}[ -]?\d{4}[ -]?\d{4}\b/g, isAadhaar],
  ['phone', /(?:\+91[ -]?|\b0?)[6-9]\d{4}[ -]?\d{5}\b/g, () => true],
  ['pan', /\b[A-Z]{5}\d{4}[A-Z]\b/g, () => true],
];

/** `low` for email or phone only, `medium` with a pan or gstin, `high` with an aadhaar or card or three kinds together. */
export const riskOf = (flags: readonly IdentifierType[]): Risk => {
  if (flags.length === 0) return 'none';
  if (flags.length >= 3 || flags.includes('aadhaar') || flags.includes('card')) return 'high';
  return flags.includes('pan') || flags.includes('gstin') ? 'medium' : 'low';
};

/** Finds and masks identifiers. Pure; linear in the length of the text. */
export const scan = (text: string): ScanResult => {
  const found: { type: IdentifierType; start: number; end: number }[] = [];
  for (const [type, pattern, valid] of RULES)
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (valid(match[0]) && !found.some((other) => other.start < end && start < other.end))
        found.push({ type, start, end });
    }
  found.sort((a, b) => a.start - b.start);
  let masked = '';
  let at = 0;
  const entities: Partial<Record<IdentifierType, number>> = {};
  const points = toCodePoints(
    text,
    found.flatMap(({ start, end }) => [start, end]),
  );
  const findings = found.map(({ type, start, end }, nth) => {
    const veiled = maskValue(type, text.slice(start, end));
    masked += text.slice(at, start) + veiled;
    at = end;
    entities[type] = (entities[type] ?? 0) + 1;
    return { type, start: points[nth * 2]!, end: points[nth * 2 + 1]!, masked: veiled, confidence: 0.9 };
  });
  const flags = IDENTIFIER_TYPES.filter((type) => entities[type]);
  return { flags, risk: riskOf(flags), entities, masked: masked + text.slice(at), findings };
};
