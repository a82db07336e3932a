/**
 * Treatments that every health policy in India excludes unless its own terms say otherwise (IRDAI master circular on standardised
 * exclusions, Excl04 to Excl18). The policies on file do not include their terms, so a person decides.
 */
import { nameKey } from '../../text/plain.ts';
import { normalise } from '../../text/reading.ts';
import type { Claim } from './claim.ts';

interface Exclusion {
  readonly code: string;
  readonly what: string;
  /** Matches the normalised words in the diagnosis and the treatment. */
  readonly words: RegExp;
  /** ICD-10 categories, recognised with and without the dot. */
  readonly icd: RegExp;
}

const EXCLUSIONS: readonly Exclusion[] = [
  {
    code: 'Excl05',
    what: 'rest cure or respite care',
    words: /\brest cure\b|\brespite care\b/,
    icd: /\bz75 ?5/,
  },
  {
    code: 'Excl06',
    what: 'obesity or weight control',
    words:
      /\bobesity\b|\bbariatric\b|\bweight (?:loss|control|reduction)\b|\b(?:sleeve|gastric) (?:gastrectomy|bypass)\b/,
    icd: /\be66\b/,
  },
  {
    code: 'Excl07',
    what: 'change of gender',
    words: /\b(?:gender|sex) (?:change|reassignment|affirm\w*)\b|\bchange of (?:gender|sex)\b/,
    icd: /\bf64\b/,
  },
  {
    code: 'Excl08',
    what: 'cosmetic or plastic surgery',
    words:
      /\bcosmetic\w*\b|\ba?esthetic\b|\bplastic surgery\b|\bliposuction\b|\brhinoplasty\b|\bhair transplant\w*\b|\bbotox\b|\bface ?lift\b|\btummy tuck\b|\babdominoplasty\b|\bbreast (?:augmentation|implants?|lift)\b|\bblepharoplasty\b/,
    icd: /\bz41 ?[01]?\b|\bz42\b/,
  },
  {
    code: 'Excl12',
    what: 'alcoholism or drug abuse',
    words:
      /\balcohol(?:ism|ic)\b|\balcohol (?:abuse|dependence|addiction|withdrawal)\b|\bde ?addiction\b|\b(?:drug|substance) (?:abuse|addiction)\b/,
    icd: /\bf1[0-9]\b/,
  },
  {
    code: 'Excl13',
    what: 'treatment in a spa, nature cure or for rejuvenation',
    words: /\bspa\b|\bnature cure\b|\brejuvenation\b|\bhealth hydro\b/,
    icd: /(?!)/,
  },
  {
    code: 'Excl15',
    what: 'refractive error',
    words: /\blasik\b|\brefractive error\b|\bspectacles?\b|\bmyopia\b/,
    icd: /\bh52\b/,
  },
  {
    code: 'Excl16',
    what: 'unproven treatment',
    words:
      /\b(?:experimental|unproven) (?:treatment|therapy|procedure)\b|\bstem cell (?:therapy|treatment)\b/,
    icd: /(?!)/,
  },
  {
    code: 'Excl17',
    what: 'sterility or infertility',
    words:
      /\b(?:in|sub)fertility\b|\bsterility\b|\bivf\b|\biui\b|\bicsi\b|\bsurrogacy\b|\b(?:vasectomy|tubectomy) reversal\b/,
    icd: /\bz31\b|\bn97\b|\bn46\b/,
  },
  {
    code: 'Excl18',
    what: 'maternity',
    words:
      /\bmaternity\b|\bchildbirth\b|\b(?:normal|vaginal|c section|lscs) delivery\b|\bdelivery of (?:a )?(?:baby|child)\b|\bc(?:a?e)?sa?rean\b|\blscs\b|\bpregnan(?:cy|t)\b/,
    // An ectopic pregnancy (O00) is not excluded.
    icd: /\bo(?:0[1-9]|[1-9]\d)\b|\bz3[4789]\b/,
  },
  {
    code: 'Excl04',
    what: 'investigation only',
    words: /\b(?:health|medical|routine) check ?up\b|\binvestigation only\b|\bfor evaluation only\b/,
    icd: /\bz0[01]\b|\bz1[0-3]\b/,
  },
];

/** Negations: "non-cosmetic" and "no history of alcoholism" name something that is absent. */
const DENIED =
  /\b(?:non|not|no|without|denies|ruled out)(?: (?:a|an|any|for|history|of|evidence|signs|due|to))*$/;

const isSaid = (text: string, words: RegExp): boolean =>
  [...text.matchAll(new RegExp(words, 'g'))].some(
    ({ index }) => !DENIED.test(text.slice(0, index).trimEnd()),
  );

/**
 * Splits a claim's diagnoses and treatments into clauses of words. They are separate because a negation in one clause does not
 * apply to the next. The dot in an ICD code becomes a space.
 */
export const clausesOf = ({ conditions }: Pick<Claim, 'conditions'>): readonly string[] =>
  conditions
    .flatMap((condition) => normalise(condition).split(/[;\n]|\.\s/))
    .map((clause) => nameKey(clause).replaceAll(/\b([a-z]\d\d)(\d)\b/g, '$1 $2'));

/** Returns the common exclusions that a claim's diagnoses and treatments name, with their codes. */
export const exclusionsIn = (claim: Pick<Claim, 'conditions'>): readonly string[] => {
  const clauses = clausesOf(claim);
  return EXCLUSIONS.filter(({ words, icd }) =>
    clauses.some((text) => isSaid(text, words) || isSaid(text, icd)),
  ).map(({ what, code }) => `${what} (${code})`);
};
