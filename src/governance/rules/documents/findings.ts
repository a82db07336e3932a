import { MAX_VALUE, type Case } from '../../members.ts';
import type { Reason } from '../reason.ts';
import type { CaseDocument } from './case-document.ts';
import { contradicts, isCompared, isDecisive } from './comparison.ts';
import { nameOf, statedInCase, statedInDocuments, type Statement } from './statements.ts';

export const DOCUMENT_RULES = 'document-rules@1';

/** Maximum number of places that a reason names. */
const MOST_NAMED = 12;

/**
 * Notes on a page that indicate that something on it may not have been read, with the wording for a reason.
 */
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
  const stated = [
    ...statedInCase(given, [...new Set([...members, 'amount', 'bill_amount'])]),
    ...inDocuments,
  ];
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

/** Describes contradictions: each statement that contradicts the first one about its member, and bills of other amounts. */
const conflictsIn = (stated: readonly Statement[]): readonly string[] => {
  const sure = stated.filter((statement) => statement.sure && isCompared(statement.member));
  const byMember = [...Map.groupBy(sure, ({ member }) => member)].flatMap(([member, [first, ...others]]) =>
    others
      .filter((other) => contradicts(member, first!.value, other.value))
      .map((other) => differ(member, first!, other)),
  );
  return [...byMember, ...billConflictsIn(sure)];
};

const differ = (member: string, one: Statement, other: Statement): string =>
  `${member.replaceAll('_', ' ')}: ${one.place} and ${other.place} differ`;

/** Sums that a claim may be for. They differ by discounts and by what was paid in advance. */
const BILLED: ReadonlySet<string> = new Set(['bill_amount', 'net_payable']);

/**
 * Compares the claimed amount with each bill, because a claim is for a sum of its bill. If one source states
 * both, their difference is intended.
 */
const billConflictsIn = (sure: readonly Statement[]): readonly string[] => {
  const bills = Map.groupBy(
    sure.filter(({ member }) => BILLED.has(member)),
    ({ source }) => source,
  );
  const claimed = sure.find(({ member, source }) => member === 'amount' && !bills.has(source));
  if (claimed === undefined) return [];
  return [...bills.values()].flatMap((sums) =>
    sums.every(({ value }) => contradicts('amount', claimed.value, value))
      ? [differ('bill_amount', claimed, sums[0]!)]
      : [],
  );
};

/** Describes documents and pages that were only partly read. */
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

/** Rules do not read a longer value. The lines of a bill are a list. */
const isTooLong = (member: string, value: string): boolean => member !== 'items' && value.length > MAX_VALUE;

/** Describes values that were found but not read well enough. */
const unsureIn = (stated: readonly Statement[]): readonly string[] =>
  stated
    .filter(({ member, sure, value }) => isDecisive(member) && (!sure || isTooLong(member, value)))
    .map(({ member, place, handwritten }) =>
      handwritten
        ? `${member.replaceAll('_', ' ')}: handwriting in ${place}`
        : `${member.replaceAll('_', ' ')}: not read surely in ${place}`,
    );
