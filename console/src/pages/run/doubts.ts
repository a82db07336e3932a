import type { ReadDocumentBody } from '../../../../src/contract/read-document.ts';

type Member = ReadDocumentBody['members'][number];

interface Reason {
  readonly code: string;
  readonly detail: string;
}

export type Doubt = 'conflict' | 'unsure';

/** Confidence from which the service takes a value as read (docs/rules.md, DOC-UNSURE). */
const SURE = 0.8;
const SURE_IF_CHECKED = 0.6;

/** Returns the members that a reason names. It names places, such as `net payable: claim form and hospital bill differ`. */
const namedIn = (reasons: readonly Reason[], code: string): readonly string[] =>
  reasons
    .filter((reason) => reason.code === code)
    .flatMap(({ detail }) => detail.split('; '))
    .map((part) => part.slice(0, Math.max(0, part.indexOf(':'))));

/** What is doubtful about a value: documents contradict each other, or its confidence is low. */
export const doubtOf = (
  { name, value, confidence, source }: Member,
  reasons: readonly Reason[],
): Doubt | undefined => {
  if (namedIn(reasons, 'DOC-CONFLICT').includes(name.replaceAll('_', ' '))) return 'conflict';
  const isSure = confidence >= (name === 'aadhaar' ? SURE_IF_CHECKED : SURE);
  return value === '' || source === 'handwriting' || !isSure ? 'unsure' : undefined;
};
