import { formatRupees } from '../amounts.ts';
import type { Adjudication } from './result.ts';

/** An adjudication as JSON, with amounts in rupees. `amount` is null if the claim cannot be adjudicated. */
export const shownAdjudication = (given: Adjudication | Pick<Adjudication, 'findings'>) =>
  'amount' in given
    ? {
        outcome: given.outcome,
        amount: {
          claimed: formatRupees(given.amount.claimed),
          approved: formatRupees(given.amount.approved),
          patient_pays: formatRupees(given.amount.patientPays),
        },
        adjustments: given.adjustments.map((each) => ({ ...each, amount: formatRupees(each.amount) })),
        totals: given.totals.map(({ stage, before, cut, after }) => ({
          stage,
          before: formatRupees(before),
          cut: formatRupees(cut),
          after: formatRupees(after),
        })),
        findings: given.findings,
        passed: given.passed,
      }
    : {
        outcome: 'refer' as const,
        amount: null,
        adjustments: [],
        totals: [],
        findings: given.findings,
        passed: [],
      };
