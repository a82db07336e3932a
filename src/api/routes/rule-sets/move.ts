import {
  activateRuleSet,
  approveRuleSet,
  proposeRuleSet,
  rollBackRuleSet,
} from '../../../contract/operations/rule-set-moves.ts';
import { route } from '../../services/route.ts';
import { activateVersion, approveVersion, proposeVersion, rollBackVersion } from './moves.ts';

export const proposeRuleSetRoute = route(proposeRuleSet, async (call, services) =>
  proposeVersion(proposeRuleSet, call, services),
);

export const approveRuleSetRoute = route(approveRuleSet, async (call, services) =>
  approveVersion(approveRuleSet, call, services),
);

export const activateRuleSetRoute = route(activateRuleSet, async (call, services) =>
  activateVersion(activateRuleSet, call, services),
);

export const rollBackRuleSetRoute = route(rollBackRuleSet, async (call, services) =>
  rollBackVersion(rollBackRuleSet, call, services),
);
