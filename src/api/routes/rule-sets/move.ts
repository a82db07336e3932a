import {
  activateRuleSet,
  approveRuleSet,
  proposeRuleSet,
  rollBackRuleSet,
} from '../../../contract/operations/rule-set-moves.ts';
import { ProblemError } from '../../http/problem.ts';
import { knownVersion } from '../../rule-sets/known-versions.ts';
import { route } from '../../services/route.ts';
import { activateVersion, approveVersion, proposeVersion, refuseFaulty, rollBackVersion } from './moves.ts';
import { versionIn } from './perform-move.ts';

export const proposeRuleSetRoute = route(proposeRuleSet, async (call, services) => {
  const of = versionIn(call);
  const known = await knownVersion(services.db, of, of.version);
  if (known?.stored === undefined) throw new ProblemError('not-found');
  if (known.stored.state === 'draft') {
    const { faults } = await services.ruleSetChecker.check(known.set);
    refuseFaulty(faults);
  }
  return proposeVersion(proposeRuleSet, call, services, known.pin.sha256);
});

export const approveRuleSetRoute = route(approveRuleSet, async (call, services) =>
  approveVersion(approveRuleSet, call, services),
);

export const activateRuleSetRoute = route(activateRuleSet, async (call, services) =>
  activateVersion(activateRuleSet, call, services),
);

export const rollBackRuleSetRoute = route(rollBackRuleSet, async (call, services) =>
  rollBackVersion(rollBackRuleSet, call, services),
);
