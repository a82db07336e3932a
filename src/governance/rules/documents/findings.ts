import { MAX_VALUE, type Case } from '../../members.ts';
import type { Reason } from '../reason.ts';
import type { CaseDocument } from './case-document.ts';
import { contradicts, isCompared } from './comparison.ts';
import { nameOf, statedInCase, statedInDocuments, type Statement } from './statements.ts';

export const DOCUMENT_RULES = 'document-rules@1';

/** Maximum number of places that a reason names. */
const MOST_NAMED = 12;

/** Notes on a page that mean that something on it may not have been read, and how a reason words them. */
const UNREAD: Readonly<Record<string, string>> = {
  'not-read': 'was not read',
  'part-not-read': 'was not wholly read',
  'poor-scan': 'is hard to read',
  'unread-form': 'is a form that cannot be drawn',
};

/**
 * Returns the reasons why a person has to look at a case's documents: they contradict each other or the case (DOC-CONFLICT), or
 * they were not read surely enough (DOC-UNSURE). The reasons name places and never values.
 */
export const documentReasons = (given: Case, documents: readonly CaseDocument[]): readonly Reason[] => {
  if (documents.length === 0) return [];
  const inDocuments = statedInDocuments(documents);
  const members = [...new Set(inDocuments.map(({ member }) => member))];
  const stated = [...statedInCase(given, [...members, 'amount']), ...inDocuments];
  return [
    ...reasonOf('DOC-CONFLICT', conflictsIn(stated)),
    ...reasonOf('DOC-UNSURE', [...unreadIn(documents), ...unsureIn(inDocuments)]),
  ];
};

const reasonOf = (code: string, details: readonly string[]): readonly Reason[] => {
  if (details.length === 0) return [];
  const named = details.slice(0, MOST_NAMED);
  const more = details.length - named.length;
  return [{ code, detail: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') }];
};

/** Describes contradictions: each statement that contradicts the first one about its member. */
const conflictsIn = (stated: readonly Statement[]): readonly string[] =>
  [...groupsOf(stated)].flatMap(([member, statements]) => {
    const [first, ...others] = statements.filter(({ sure }) => sure);
    if (first === undefined) return [];
    return others
      .filter((other) => contradicts(member, first.value, other.value))
      .map((other) => `${member.replaceAll('_', ' ')}: ${first.place} and ${other.place} differ`);
  });

/**
 * Groups statements by member. A source that states what is claimed but not what was billed is compared with the bill, because a
 * claim is for the amount of its bill.
 */
const groupsOf = (stated: readonly Statement[]): ReadonlyMap<string, readonly Statement[]> => {
  const compared = stated.filter(({ member }) => isCompared(member));
  const groups = new Map(Map.groupBy(compared, ({ member }) => member));
  const billed = groups.get('bill_amount');
  if (billed !== undefined) {
    const sources = new Set(billed.map(({ source }) => source));
    const claimed = (groups.get('amount') ?? []).filter(({ source }) => !sources.has(source));
    groups.set('bill_amount', [...claimed, ...billed]);
  }
  return groups;
};

/** Describes documents and pages that were not wholly read. */
const unreadIn = (documents: readonly CaseDocument[]): readonly string[] =>
  documents.flatMap((document, at) => {
    const name = nameOf(document, at + 1);
    if (document.failure !== null)
      return [`${name} could not be read (${document.failure.replaceAll('_', ' ')})`];
    return document.read.pages.flatMap(({ number, notes, coverage }) => {
      const words = notes.flatMap((note) => UNREAD[note] ?? []);
      if (words.length === 0) return [];
      return [`${name}, page ${number}, ${words.join(' and ')} (${Math.floor(100 * coverage)} % read)`];
    });
  });

/** Describes values that were found but not read well enough. */
const unsureIn = (stated: readonly Statement[]): readonly string[] =>
  stated
    .filter(({ sure, value }) => !sure || value.length > MAX_VALUE)
    .map(({ member, place, handwritten }) =>
      handwritten
        ? `${member.replaceAll('_', ' ')}: handwriting in ${place}`
        : `${member.replaceAll('_', ' ')}: not read surely in ${place}`,
    );
