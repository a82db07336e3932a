import { dayInIndia } from '../../../governance/dates.ts';
import type { BillLine } from '../../../governance/adjudication/claim.ts';
import { recordable } from '../../../governance/recordable.ts';
import { mergeReasons, type Reason } from '../../../governance/rules/reason.ts';
import type { StepContext } from '../common/step.ts';
import type { CoverFacts } from './cover-facts.ts';

/** Number of codes that a run names; a rule set may have hundreds, and a row's detail is limited. */
const MOST_CODES = 20;

const MAX_DETAIL = 200;

/**
 * Returns an adjudication's findings as rows and runs show them: one for each code, with identifiers masked,
 * because the wording of a finding may quote the case.
 */
export const findingsOf = (
  { known }: Pick<StepContext, 'known'>,
  cover: CoverFacts,
  found: readonly Reason[],
): readonly Reason[] => {
  const all = mergeReasons(
    reasonsOfRecords(cover),
    found.map(({ code, detail }) => ({ code, detail: recordable(detail, MAX_DETAIL, known) })),
  );
  const rest = all.length - MOST_CODES;
  return rest <= 0
    ? all
    : [...all.slice(0, MOST_CODES), { code: 'RULE-MANY', detail: `the rules found ${rest} more codes` }];
};

/** Rule CODE-012 for the lines of a bill. */
export const linesAhead = (
  { now }: Pick<StepContext, 'now'>,
  lines: readonly BillLine[],
): readonly Reason[] => {
  const today = dayInIndia(now);
  return lines.flatMap(({ date }, index) =>
    date !== undefined && date > today
      ? [{ code: 'CODE-012', detail: `line ${index + 1} is dated after the day of the claim` }]
      : [],
  );
};

const MEMBER_FAULTS: Readonly<Partial<Record<CoverFacts['members'], string>>> = {
  not_a_member: 'the patient is not among the members of the policy',
  contradicting: 'the members of the policy contradict the PAN or the Aadhaar number',
};

/** Why a person decides because of the records, whatever the terms say. */
const reasonsOfRecords = ({ members, similar, unfit }: CoverFacts): readonly Reason[] => {
  const detail = MEMBER_FAULTS[members];
  return [
    ...(detail === undefined ? [] : [{ code: 'ELIG-001', detail }]),
    ...(similar.split
      ? [{ code: 'DUPL-SPLIT', detail: 'an approved stay in the same hospital ended or began within a day' }]
      : []),
    ...(similar.same
      ? [{ code: 'DUPL-SAME', detail: 'an approved claim a day apart has about the same amount' }]
      : []),
    ...(similar.line === true
      ? [{ code: 'DUPL-LINE', detail: 'a line of the bill is on the bill of an approved claim' }]
      : []),
    ...(similar.relapse === true
      ? [{ code: 'DUPL-RELAPSE', detail: 'an approved stay for the same illness was within 45 days' }]
      : []),
    ...(unfit.length > 0
      ? [{ code: 'CODE-ICD', detail: `the diagnosis does not fit the patient: ${unfit.join(', ')}` }]
      : []),
  ];
};
