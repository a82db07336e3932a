import type { Day } from '../../dates.ts';
import type { Claim } from './claim.ts';
import { clausesOf } from './exclusions.ts';

/** A policy in the form that the rules use, with money in paise. */
export interface PolicyTerms {
  readonly status: string;
  readonly coverFrom: Day;
  readonly coverTo: Day;
  readonly since: Day;
  readonly sumInsured: bigint;
  readonly used: bigint;
  /** Limit per day; undefined means no limit. */
  readonly roomRentLimit: bigint | undefined;
}

/** Status of a hospital in the network list. `unlisted`: the list does not contain the name. */
export type Network = 'in' | 'out' | 'unlisted' | 'not_named';

/** The specified diseases in kyc-rules@3, identified by words in the diagnosis or treatment, or by ICD-10 category. */
const SPECIFIED_DISEASE = /\bcataracts?\b|^(?:h25|h26|h28)\b/;

/** Returns whether a claim names a cataract, which is the specified disease that the rules know. */
export const namesSpecifiedDisease = (claim: Pick<Claim, 'conditions'>): boolean =>
  clausesOf(claim).some((text) => SPECIFIED_DISEASE.test(text));
