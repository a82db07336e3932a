import {
  activateAgentPolicy,
  approveAgentPolicy,
  proposeAgentPolicy,
  rollBackAgentPolicy,
} from '../../../contract/operations/agent-policies.ts';
import { route } from '../../services/route.ts';
import { activateVersion, approveVersion, proposeVersion, rollBackVersion } from '../rule-sets/moves.ts';

export const proposeAgentPolicyRoute = route(proposeAgentPolicy, async (call, services) =>
  proposeVersion(proposeAgentPolicy, call, services, 'policy'),
);

export const approveAgentPolicyRoute = route(approveAgentPolicy, async (call, services) =>
  approveVersion(approveAgentPolicy, call, services, 'policy'),
);

export const activateAgentPolicyRoute = route(activateAgentPolicy, async (call, services) =>
  activateVersion(activateAgentPolicy, call, services, 'policy'),
);

export const rollBackAgentPolicyRoute = route(rollBackAgentPolicy, async (call, services) =>
  rollBackVersion(rollBackAgentPolicy, call, services, 'policy'),
);
