import type { Limited } from '../../governance/adjudication/limited.ts';

/** From what a claim's limits are applied again, with the policy year and the member whose limits they are. */
export interface LimitedClaim extends Limited {
  readonly year: string;
  /** '' if the policy has no members on file. */
  readonly member: string;
}

/** As the column `claims.limited` has it, in whole paise. */
export interface StoredLimited extends Omit<LimitedClaim, 'left' | 'sumInsured' | 'served'> {
  readonly left: readonly number[];
  readonly sumInsured: number;
  readonly served: number;
}
