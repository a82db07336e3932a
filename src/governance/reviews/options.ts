import type { ReviewKind, ReviewOption } from '../../contract/review.ts';
import type { Role } from '../../contract/roles.ts';
import { isVerticalId, verticals } from '../verticals/index.ts';

/** Options of an escalated case of a team's own vertical. */
const OWN_ESCALATION: readonly ReviewOption[] = ['approve', 'reject', 'refer'];

/** Options of a held payout: pay it, or withdraw it. */
const PAYOUT: readonly ReviewOption[] = ['approve', 'reject', 'refer'];

/** Options of the other kinds. Only a step of a team's vertical has a committee to refer to. */
const OPTIONS: Readonly<Record<Exclude<ReviewKind, 'escalation' | 'payout'>, readonly ReviewOption[]>> = {
  tool_call: ['approve', 'deny'],
  operator: ['approve', 'deny'],
  quality: ['agree', 'disagree'],
  switch: ['approve', 'deny'],
  witness: ['resolve'],
  ledger: ['resolve'],
  step: ['approve', 'deny', 'refer'],
  act: ['approve', 'deny'],
};

/** Returns the options of a review. A review of the committee cannot be referred any further. */
export const optionsOf = (
  kind: ReviewKind,
  vertical: string | null,
  asked: readonly Role[],
): readonly ReviewOption[] => {
  const all = kind === 'escalation' ? escalationOf(vertical) : kind === 'payout' ? PAYOUT : OPTIONS[kind];
  return asked.includes('reviewer') ? all : all.filter((option) => option !== 'refer');
};

const escalationOf = (vertical: string | null): readonly ReviewOption[] => {
  if (vertical === null) return PAYOUT;
  return isVerticalId(vertical) ? verticals[vertical].escalation.options : OWN_ESCALATION;
};

const ABOUT_CASES: readonly Role[] = ['reviewer', 'committee'];

/** Returns whether a review is for reviewers and the committee to decide. */
const isAboutCase = (asked: readonly Role[]): boolean => asked.some((role) => ABOUT_CASES.includes(role));

/** Returns the roles that may choose an option. */
export const rolesOf = (option: ReviewOption, asked: readonly Role[]): readonly Role[] => {
  if (!isAboutCase(asked)) return asked;
  return option === 'reject' || !asked.includes('reviewer') ? ['committee'] : ABOUT_CASES;
};

/**
 * Returns the roles that are asked after a missed due time. For a switch, a witness or the ledger there is
 * nobody else to ask.
 */
export const nextAsked = (asked: readonly Role[]): readonly Role[] =>
  asked.includes('committee') || !isAboutCase(asked) ? asked : [...asked, 'committee'];

/** Names the people whom a review asks, for a row. */
export const askedWords = (asked: readonly Role[]): string =>
  isAboutCase(asked) ? `a ${asked.at(-1)!}` : `somebody with the role ${asked.join(' or ')}`;

/** Options whose first choice waits for a second person where four eyes are required. */
export const needsFourEyes = (option: ReviewOption): boolean => option === 'approve';
