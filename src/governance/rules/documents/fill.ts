import { textOf, type Case } from '../../members.ts';
import type { VerticalId } from '../../verticals/definition.ts';
import { documentMembers } from '../kyc/documents.ts';
import type { CaseDocument } from './case-document.ts';
import { contradicts } from './comparison.ts';
import { namesOf, statedInDocuments } from './statements.ts';

/** Members that documents may supply, by vertical. Flags and decisions never come from a document. */
const FILLED: Readonly<Partial<Record<VerticalId, readonly string[]>>> = {
  kyc: [
    'applicant',
    'pan',
    'aadhaar',
    'policy',
    'amount',
    'bill_amount',
    'admission',
    'discharge',
    'diagnosis',
    'treatment',
    'hospital',
    'room_rent',
    'items',
  ],
  support: ['customer', 'pan', 'email', 'account'],
  it: [],
};

/** Returns whether a vertical reads documents. */
export const takesDocuments = (vertical: VerticalId): boolean => Object.hasOwn(FILLED, vertical);

export interface FilledCase {
  readonly case: Case;
  /** Names of the members that documents supplied. */
  readonly filled: readonly string[];
}

/**
 * Adds the members that a case lacks and its documents state with certainty. A member that the case states is
 * never replaced.
 */
export const fillCase = (
  vertical: VerticalId,
  given: Case,
  documents: readonly CaseDocument[],
): FilledCase => {
  const inText = documentMembers(given);
  const isMissing = (member: string): boolean =>
    textOf(given, ...spellings(member)) === '' &&
    textOf(inText, ...spellings(member)) === '' &&
    spellings(member).every((name) => isAbsent(given[name]));
  const added: Record<string, unknown> = {};
  const stated = statedInDocuments(documents);
  for (const { member, value, sure, source } of stated) {
    const net = stated.find((other) => other.member === 'net_payable' && other.source === source);
    // Only the claim can say which of a bill's two sums it claims.
    if (member === 'bill_amount' && net !== undefined && contradicts('amount', value, net.value)) continue;
    if (sure && FILLED[vertical]?.includes(member) === true && isMissing(member)) added[member] ??= value;
  }
  const texts = documents.map(({ text }) => text).filter((text) => text.trim() !== '');
  if (texts.length > 0) Object.assign(added, textMembers(vertical, given, texts));
  return { case: { ...given, ...added }, filled: Object.keys(added).toSorted() };
};

/**
 * Returns the members that mean the same as this one. A case that states the billed amount claims that
 * amount.
 */
const spellings = (member: string): readonly string[] =>
  member === 'amount' ? ['amount', 'bill_amount'] : namesOf(member);

/** A list or object is not text, but it is not missing either. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns the members that take a document's whole text: an incident's log, and a ticket whose only words are a screenshot. */
const textMembers = (vertical: VerticalId, given: Case, texts: readonly string[]): Case => {
  if (vertical === 'it') return { logs: isAbsent(given['logs']) ? texts : [given['logs'], ...texts] };
  const isWordless = isAbsent(given['issue']) && isAbsent(given['description']);
  return vertical === 'support' && isWordless ? { issue: texts.join('\n') } : {};
};
