import type { DocumentKind, ReadMember } from '../../documents/read-document.ts';
import { textOf, writtenOf, type Case } from '../../members.ts';
import { documentMembers } from '../kyc/documents.ts';
import type { CaseDocument } from './case-document.ts';
import { isReadable, isSure } from './comparison.ts';

/** One source's statement about one member. */
export interface Statement {
  readonly member: string;
  readonly value: string;
  /**
   * The place of the statement, for a person who looks it up: `document 2 (hospital bill), page 1, box 120
   * 340 410 372`.
   */
  readonly place: string;
  /** 0 for the case itself, otherwise the document's number. */
  readonly source: number;
  /** Whether the value was read well enough to be used. */
  readonly sure: boolean;
  readonly handwritten: boolean;
}

/** Names of members with the same meaning; the first is the name that the rules use. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  policy: ['policy', 'policy_number'],
  admission: ['admission', 'admission_date'],
  discharge: ['discharge', 'discharge_date'],
  room_rent: ['room_rent', 'room_rent_per_day'],
};

export const namesOf = (member: string): readonly string[] => ALIASES[member] ?? [member];

/** Kinds in the order in which their values are taken: a form states what is claimed, the others support it. */
const RANK: readonly DocumentKind[] = [
  'claim_form',
  'discharge_summary',
  'hospital_bill',
  'id_proof',
  'prescription',
  'cheque',
  'other',
];

/** Returns a document's number with its kind. */
export const nameOf = (document: CaseDocument, number: number): string =>
  `document ${number} (${document.read.kind.replaceAll('_', ' ')})`;

/** Returns the statements of a case's own members and of the texts in it. */
export const statedInCase = (given: Case, members: readonly string[]): readonly Statement[] => {
  const found = documentMembers(given);
  return members.flatMap((member) => {
    const own = textOf(given, ...namesOf(member)) === '' ? '' : writtenOf(given, ...namesOf(member));
    const inText = writtenOf(found, member);
    const stated = (value: string, place: string): readonly Statement[] =>
      value === '' ? [] : [{ member, value, place, source: 0, sure: true, handwritten: false }];
    return [...stated(own, 'the case'), ...stated(inText, "the case's own text")];
  });
};

/** Returns the first statement of each document about each member, in order of precedence. */
export const statedInDocuments = (documents: readonly CaseDocument[]): readonly Statement[] =>
  documents
    .map((document, at) => ({ document, number: at + 1 }))
    .toSorted((a, b) => RANK.indexOf(a.document.read.kind) - RANK.indexOf(b.document.read.kind))
    .flatMap(({ document, number }) =>
      [...Map.groupBy(document.read.members, ({ name }) => name)].map(([name, found]) =>
        statementOf(document, number, name === 'items' ? billLines(found) : found[0]!),
      ),
    );

/** Returns all lines of a bill as one list, with the confidence and the place of its least certain line. */
const billLines = (lines: readonly ReadMember[]): ReadMember => {
  const worst = lines.find(({ source }) => source === 'handwriting') ?? leastSure(lines);
  return { ...worst, value: `[${lines.map(({ value }) => value).join(',')}]` };
};

const leastSure = (lines: readonly ReadMember[]): ReadMember =>
  lines.reduce((worst, line) => (line.confidence < worst.confidence ? line : worst));

const statementOf = (document: CaseDocument, number: number, found: ReadMember): Statement => {
  const { name: member, value, page, box, confidence, source } = found;
  const edges = box.map((edge) => Math.round(edge)).join(' ');
  return {
    member,
    value,
    place: `${nameOf(document, number)}, page ${page}, box ${edges}`,
    source: number,
    sure: source !== 'handwriting' && isReadable(member, value) && isSure(member, value, confidence),
    handwritten: source === 'handwriting',
  };
};
