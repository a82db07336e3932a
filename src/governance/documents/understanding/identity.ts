/** Members that identify a person or an account. Their forms make them recognisable without labels. */
import { draftExtraction } from '../extract.ts';
import type { DocumentKind, ReadMember } from '../read-document.ts';
import type { Flow } from './flow.ts';

const PEOPLE: ReadonlySet<DocumentKind> = new Set(['id_proof', 'cheque']);

export const identityMembers = (flow: Flow, kind: DocumentKind): readonly ReadMember[] => {
  const { details } = draftExtraction(flow.text, 'auto', flow.words);
  const found = [
    ...details.pans.map((each) => ['pan', each] as const),
    ...details.aadhaar.map((each) => ['aadhaar', each] as const),
    ...details.ifsc.map((each) => ['ifsc', each] as const),
    ...details.accounts.map((each) => ['account', each] as const),
  ];
  const people = PEOPLE.has(kind)
    ? (['name', 'relative_name', 'date_of_birth'] as const).flatMap((name) => {
        const each = details[name];
        return each === null ? [] : [[name, each] as const];
      })
    : [];
  return [
    ...found.map(([name, each]) => flow.member(name, each.value, each)),
    ...people.map(([name, each]) => flow.member(name, flow.written(each), each)),
  ];
};
