import { formatRupees } from '../../amounts.ts';
import { formatDay } from '../../dates.ts';
import type { PolicyTerms } from './policy.ts';

/** Returns a policy as rows and the test of a connector show it: without its product. */
export const shownPolicy = (policy: PolicyTerms & { readonly number: string; readonly status: string }) => ({
  number: policy.number,
  status: policy.status,
  cover_from: formatDay(policy.coverFrom),
  cover_to: formatDay(policy.coverTo),
  since: formatDay(policy.since),
  sum_insured: formatRupees(policy.sumInsured),
  used: formatRupees(policy.used),
  room_rent_limit: policy.roomRentLimit === undefined ? null : formatRupees(policy.roomRentLimit),
});
