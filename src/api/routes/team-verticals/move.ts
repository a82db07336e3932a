import {
  activateTeamVertical,
  approveTeamVertical,
  proposeTeamVertical,
  rollBackTeamVertical,
} from '../../../contract/operations/team-verticals.ts';
import { route } from '../../services/route.ts';
import { activateVersion, approveVersion, proposeVersion, rollBackVersion } from '../rule-sets/moves.ts';

export const proposeTeamVerticalRoute = route(proposeTeamVertical, async (call, services) =>
  proposeVersion(proposeTeamVertical, call, services, 'vertical'),
);

export const approveTeamVerticalRoute = route(approveTeamVertical, async (call, services) =>
  approveVersion(approveTeamVertical, call, services, 'vertical'),
);

export const activateTeamVerticalRoute = route(activateTeamVertical, async (call, services) =>
  activateVersion(activateTeamVertical, call, services, 'vertical'),
);

export const rollBackTeamVerticalRoute = route(rollBackTeamVertical, async (call, services) =>
  rollBackVersion(rollBackTeamVertical, call, services, 'vertical'),
);
