/** A policy that a connector serves, in the form of a stored policy. */
import type { PolicyRecord } from '../../../connectors/records.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import type { StepContext } from '../common/step.ts';
import type { Policy, PolicyProduct } from '../../../store/records/policies.ts';
import { ruleSetOfProduct } from '../../../store/records/products.ts';
import { textFact } from '../common/facts.ts';
import { coverFrom } from './cover-facts.ts';

/**
 * Adds the rule set of a served policy's product. A product that is not on file has none, so its claims go to
 * a person instead of being decided without terms.
 */
export const servedPolicy = async (
  db: StepContext['db'],
  teamId: string,
  record: PolicyRecord | undefined,
): Promise<Policy | undefined> => {
  if (record?.product === undefined) return record as Policy | undefined;
  const { product, ...terms } = record;
  const ruleSet = (await ruleSetOfProduct(db, teamId, product.code)) ?? '';
  return { ...terms, product: { ...product, ruleSet } };
};

/** Returns the product that step 4 found; undefined if the policy has none. */
export const productFrom = (found: JsonObject): PolicyProduct | undefined => {
  const cover = coverFrom(found);
  const facts = found['cover'] as JsonObject | undefined;
  return (
    cover &&
    facts && {
      code: textFact(facts, 'product'),
      kind: textFact(facts, 'kind') === 'floater' ? 'floater' : 'individual',
      ruleSet: cover.ruleSet?.id ?? '',
      bonus: cover.bonus,
      slabs: cover.slabs,
    }
  );
};
