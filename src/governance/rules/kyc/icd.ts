/** ICD-10 codes in a claim, and whether they fit the patient. Categories are in lower case, such as `a97`. */
import type { Claim } from './claim.ts';
import { clausesOf } from './exclusions.ts';

/** A category as a separate word. Vitamin B12 is not one. */
const CATEGORY = /(?<!\bvitamin )\b[a-z]\d[0-9a-z]\b/g;

/** Returns the ICD-10 categories that a claim's diagnoses and treatments name. */
export const icdCategories = (claim: Pick<Claim, 'conditions'>): readonly string[] => [
  ...new Set(clausesOf(claim).flatMap((clause) => clause.match(CATEGORY) ?? [])),
];

/** The known facts about a patient. */
export interface Patient {
  readonly sex: 'male' | 'female' | undefined;
  /** In whole years, on the day of admission. */
  readonly age: number | undefined;
}

/** Chapters and blocks that ICD-10 reserves for one sex or an age. */
const RESERVED: readonly {
  readonly icd: RegExp;
  readonly what: string;
  readonly fits: (patient: Patient) => boolean;
}[] = [
  {
    icd: /^(?:c6[0-3]|d29|d40|n4\d|n5[01])$/,
    what: 'a disease of men',
    fits: ({ sex }) => sex !== 'female',
  },
  {
    icd: /^(?:c5[1-8]|d06|d2[5-8]|d39|n7[0-7]|n[89]\d|o\d\d)$/,
    what: 'a disease of women or a pregnancy',
    fits: ({ sex }) => sex !== 'male',
  },
  {
    icd: /^o\d\d$/,
    what: 'a pregnancy',
    fits: ({ age }) => age === undefined || (age >= 10 && age <= 60),
  },
  {
    icd: /^p\d\d$/,
    what: 'a disease of the newborn',
    fits: ({ age }) => age === undefined || age < 1,
  },
];

/** Returns the parts of a claim's diagnoses that do not fit the patient. Unknown facts never contradict. */
export const unfitDiagnoses = (categories: readonly string[], patient: Patient): readonly string[] =>
  RESERVED.filter(({ icd, fits }) => !fits(patient) && categories.some((each) => icd.test(each))).map(
    ({ what }) => what,
  );
