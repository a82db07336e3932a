import { addMonths, type Day } from '../../../governance/dates.ts';
import { type Case, textOf } from '../../../governance/members.ts';
import type { Patient } from '../../../governance/rules/kyc/icd.ts';

const SEXES: Readonly<Record<string, Patient['sex']>> = {
  m: 'male',
  male: 'male',
  man: 'male',
  f: 'female',
  female: 'female',
  woman: 'female',
};

/** Maximum age that is counted. */
const MAX_AGE = 150;

/**
 * Returns what is known about a claim's patient: the sex and age that the case states, or the age by the
 * member's record, which takes precedence.
 */
export const patientOf = (given: Case, admission: Day | undefined, birth: Day | undefined): Patient => {
  const sex = SEXES[textOf(given, 'sex', 'gender').trim().toLowerCase()];
  const stated = /^(\d{1,3})(?: ?(?:y|yrs?|years?))?$/i.exec(textOf(given, 'age').trim())?.[1];
  const recorded = birth === undefined || admission === undefined ? undefined : ageOn(admission, birth);
  return { sex, age: recorded ?? (stated === undefined ? undefined : Number(stated)) };
};

const ageOn = (day: Day, birth: Day): number | undefined => {
  if (day < birth) return undefined;
  let age = 0;
  while (age < MAX_AGE && addMonths(birth, (age + 1) * 12) <= day) age += 1;
  return age;
};
