import {
  activateTeamVertical,
  approveTeamVertical,
  proposeTeamVertical,
  rollBackTeamVertical,
} from '../../../contract/operations/team-verticals.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { activate, approve, propose, rollBack } from '../../../runs/rule-sets/moves.ts';
import { findVersion } from '../../../store/rule-sets/versions.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { errorOf, MAX_FAULTS, perform, versionIn } from '../rule-sets/perform-move.ts';
import { showMoved } from './show.ts';

const AS_VERTICAL = { kind: 'vertical', show: showMoved } as const;

export const proposeTeamVerticalRoute = route(proposeTeamVertical, async (call, services) => {
  const of = versionIn(call, 'vertical');
  const stored = await findVersion(services.db, of, of.version);
  if (stored === undefined) throw new ProblemError('not-found');
  if (stored.state === 'draft') {
    const { faults } = await services.ruleSetChecker.check(JSON.parse(stored.document), 'vertical');
    if (faults.length > 0)
      throw new ProblemError('invalid-request', {
        detail: 'The draft has faults. Write it again without them.',
        errors: faults.slice(0, MAX_FAULTS).map((fault) => errorOf(fault)),
      });
  }
  return perform(
    proposeTeamVertical,
    call,
    services,
    async (tx, each, mover) => propose(tx, services.ledger, each, mover, stored.sha256),
    AS_VERTICAL,
  );
});

export const approveTeamVerticalRoute = route(approveTeamVertical, async (call, services) =>
  perform(
    approveTeamVertical,
    call,
    services,
    async (tx, of, mover) => approve(tx, services.ledger, of, mover),
    AS_VERTICAL,
  ),
);

export const activateTeamVerticalRoute = route(activateTeamVertical, async (call, services) =>
  perform(
    activateTeamVertical,
    call,
    services,
    async (tx, of, mover) =>
      activate(tx, services.ledger, of, mover, { from: call.body.from, today: dayInIndia(new Date()) }),
    AS_VERTICAL,
  ),
);

export const rollBackTeamVerticalRoute = route(rollBackTeamVertical, async (call, services) =>
  perform(
    rollBackTeamVertical,
    call,
    services,
    async (tx, of, mover) =>
      rollBack(tx, services.ledger, of, mover, { reason: call.body.reason, today: dayInIndia(new Date()) }),
    AS_VERTICAL,
  ),
);
