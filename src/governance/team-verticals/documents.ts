/** The documents of a case of a team's vertical: which members they supply, and why a person has to look at them. */
import type { DocumentMember } from '../../contract/document-members.ts';
import type { TeamVertical } from '../../contract/team-vertical.ts';
import { memberOf } from '../members.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import type { CaseDocument } from '../rules/documents/case-document.ts';
import { documentReasons } from '../rules/documents/findings.ts';
import { statedInDocuments } from '../rules/documents/statements.ts';
import type { Reason } from '../rules/reason.ts';

type Case = Readonly<Record<string, unknown>>;
type Declared = readonly (readonly [member: string, name: DocumentMember])[];

export interface TeamCaseDocuments {
  readonly read: readonly CaseDocument[];
  /** Why a person has to look at them. */
  readonly reasons: readonly Reason[];
  /** Names of the members that they supplied. */
  readonly filled: readonly string[];
}

const declaredIn = ({ documents = {} }: Pick<TeamVertical, 'documents'>): Declared =>
  Object.entries(documents);

/**
 * Adds the declared members that a case lacks and its documents state with certainty. Statements of documents
 * about other members are ignored, and a member that the case states is never replaced.
 */
export const fillTeamCase = (
  document: Pick<TeamVertical, 'documents'>,
  given: Case,
  read: readonly CaseDocument[],
): { readonly case: Case; readonly documents: TeamCaseDocuments } => {
  const declared = declaredIn(document);
  const names = new Set<string>(declared.map(([, name]) => name));
  const relevant = read.map((each) => ({
    ...each,
    read: { ...each.read, members: each.read.members.filter(({ name }) => names.has(name)) },
  }));
  const sure = statedInDocuments(relevant).filter((statement) => statement.sure);
  const added = declared.flatMap(([member, name]) => {
    const stated = isAbsent(memberOf(given, member)) ? sure.find((each) => each.member === name) : undefined;
    return stated === undefined ? [] : [[member, stated.value] as const];
  });
  // Contradictions are found under the names that documents use.
  const asStated = Object.fromEntries(declared.map(([member, name]) => [name, memberOf(given, member)]));
  return {
    case: { ...given, ...Object.fromEntries(added) },
    documents: {
      read,
      reasons: documentReasons(asStated, relevant),
      filled: added.map(([member]) => member).toSorted(),
    },
  };
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Finds faults in a document's declarations about the documents of its cases. */
export const documentFaults = (document: TeamVertical): readonly RuleSetFault[] => {
  const declared = declaredIn(document);
  const { properties } = document.case;
  return [
    ...(document.documents !== undefined && Object.hasOwn(properties, 'documents')
      ? [
          {
            at: 'case.properties.documents',
            fault: 'a case names its files under documents, so no member can have that name',
          },
        ]
      : []),
    ...declared.flatMap(([member, name], index) => {
      const at = `documents.${member}`;
      if (!Object.hasOwn(properties, member)) return [{ at, fault: 'there is no such member of the case' }];
      const { type } = properties[member]!;
      if (type === 'object' || type === 'array')
        return [{ at, fault: 'a document can supply no list and no object' }];
      const same = declared.slice(0, index).find(([, other]) => other === name);
      return same === undefined ? [] : [{ at, fault: `${same[0]} takes ${name} already` }];
    }),
  ];
};
