import type { RuleSet } from '../../contract/rule-set.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { verticalDecidedBy } from '../../governance/verticals/rule-sets.ts';
import { ProblemError } from '../http/problem.ts';

/**
 * Returns the vertical on whose runs a version can be tried: the one that it decides, or claims for the terms of a product.
 * @throws ProblemError if it decides no run
 */
export const triedOn = ({ id, terms }: RuleSet): VerticalId => {
  const vertical = verticalDecidedBy(id) ?? (terms === undefined ? undefined : 'kyc');
  if (vertical === undefined)
    throw new ProblemError('rule-set-state', { detail: 'No run is decided by this rule set.' });
  return vertical;
};
