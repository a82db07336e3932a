import {
  activateAgentPolicy,
  approveAgentPolicy,
  proposeAgentPolicy,
  rollBackAgentPolicy,
} from '../../../contract/operations/agent-policies.ts';
import { findVersion } from '../../../store/rule-sets/versions.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import {
  activateVersion,
  approveVersion,
  proposeVersion,
  refuseFaulty,
  rollBackVersion,
} from '../rule-sets/moves.ts';
import { versionIn } from '../rule-sets/perform-move.ts';
import { showMoved } from './show.ts';

const AS_POLICY = { kind: 'policy', show: showMoved } as const;

export const proposeAgentPolicyRoute = route(proposeAgentPolicy, async (call, services) => {
  const of = versionIn(call, 'policy');
  const stored = await findVersion(services.db, of, of.version);
  if (stored === undefined) throw new ProblemError('not-found');
  if (stored.state === 'draft') {
    const { faults } = await services.ruleSetChecker.check(JSON.parse(stored.document), 'policy');
    refuseFaulty(faults);
  }
  return proposeVersion(proposeAgentPolicy, call, services, stored.sha256, AS_POLICY);
});

export const approveAgentPolicyRoute = route(approveAgentPolicy, async (call, services) =>
  approveVersion(approveAgentPolicy, call, services, AS_POLICY),
);

export const activateAgentPolicyRoute = route(activateAgentPolicy, async (call, services) =>
  activateVersion(activateAgentPolicy, call, services, AS_POLICY),
);

export const rollBackAgentPolicyRoute = route(rollBackAgentPolicy, async (call, services) =>
  rollBackVersion(rollBackAgentPolicy, call, services, AS_POLICY),
);
