import {
  activateTeamVertical,
  approveTeamVertical,
  proposeTeamVertical,
  rollBackTeamVertical,
} from '../../../contract/operations/team-verticals.ts';
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

const AS_VERTICAL = { kind: 'vertical', show: showMoved } as const;

export const proposeTeamVerticalRoute = route(proposeTeamVertical, async (call, services) => {
  const of = versionIn(call, 'vertical');
  const stored = await findVersion(services.db, of, of.version);
  if (stored === undefined) throw new ProblemError('not-found');
  if (stored.state === 'draft') {
    const { faults } = await services.ruleSetChecker.check(JSON.parse(stored.document), 'vertical');
    refuseFaulty(faults);
  }
  return proposeVersion(proposeTeamVertical, call, services, stored.sha256, AS_VERTICAL);
});

export const approveTeamVerticalRoute = route(approveTeamVertical, async (call, services) =>
  approveVersion(approveTeamVertical, call, services, AS_VERTICAL),
);

export const activateTeamVerticalRoute = route(activateTeamVertical, async (call, services) =>
  activateVersion(activateTeamVertical, call, services, AS_VERTICAL),
);

export const rollBackTeamVerticalRoute = route(rollBackTeamVertical, async (call, services) =>
  rollBackVersion(rollBackTeamVertical, call, services, AS_VERTICAL),
);
