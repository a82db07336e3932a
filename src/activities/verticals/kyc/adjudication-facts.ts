import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RunAdjudication } from '../../../contract/adjudication.ts';
import { formatRupees, parseRupees } from '../../../governance/amounts.ts';
import type { JsonObject } from '../../../ledger/index.ts';

/** Maximum size of a list in a row, in bytes of JSON, because the whole detail is limited to 64 KiB. */
const MOST_ADJUSTMENTS = 16_000;
const MOST_PASSED = 6_000;

/**
 * Returns an adjudication as a ledger row records it: its amounts, codes, formulas and clauses. A long list
 * is cut; the sums by code and the hash of the whole adjudication cover the rest.
 */
export const adjudicationFacts = (shown: RunAdjudication): JsonObject => {
  const { rule_set, outcome, amount, adjustments, passed } = shown;
  return {
    rule_set: rule_set === null ? null : { ...rule_set },
    outcome,
    amount: amount === null ? null : { ...amount },
    adjustments: within(adjustments, MOST_ADJUSTMENTS),
    adjustments_found: adjustments.length,
    deducted: Object.fromEntries(
      [...Map.groupBy(adjustments, ({ code }) => code)].map(([code, found]) => [
        code,
        formatRupees(found.reduce((sum, each) => sum + (parseRupees(each.amount) ?? 0n), 0n)),
      ]),
    ),
    passed: within(passed, MOST_PASSED),
    sha256: hash('sha256', canonicalize(shown)!, 'hex'),
  };
};

const within = (list: readonly object[], most: number): readonly JsonObject[] => {
  const kept: JsonObject[] = [];
  let bytes = 0;
  for (const each of list) {
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
    if (bytes > most) break;
    kept.push({ ...each });
  }
  return kept;
};
