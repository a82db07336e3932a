import {
  activateRuleSet,
  approveRuleSet,
  proposeRuleSet,
  rollBackRuleSet,
} from '../../../contract/operations/rule-set-moves.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { activate, approve, propose, rollBack } from '../../../runs/rule-sets/moves.ts';
import { ProblemError } from '../../http/problem.ts';
import { knownVersion } from '../../rule-sets/known-versions.ts';
import { route } from '../../services/route.ts';
import { versionIn, MAX_FAULTS, errorOf, perform } from './perform-move.ts';

export const proposeRuleSetRoute = route(proposeRuleSet, async (call, services) => {
  const of = versionIn(call);
  const known = await knownVersion(services.db, of, of.version);
  if (known?.stored === undefined) throw new ProblemError('not-found');
  if (known.stored.state === 'draft') {
    const { faults } = await services.ruleSetChecker.check(known.set);
    if (faults.length > 0)
      throw new ProblemError('invalid-request', {
        detail: 'The draft has faults. Write it again without them.',
        errors: faults.slice(0, MAX_FAULTS).map((fault) => errorOf(fault)),
      });
  }
  const { sha256 } = known.pin;
  return perform(proposeRuleSet, call, services, async (tx, each, mover) =>
    propose(tx, services.ledger, each, mover, sha256),
  );
});

export const approveRuleSetRoute = route(approveRuleSet, async (call, services) =>
  perform(approveRuleSet, call, services, async (tx, of, mover) => approve(tx, services.ledger, of, mover)),
);

export const activateRuleSetRoute = route(activateRuleSet, async (call, services) =>
  perform(activateRuleSet, call, services, async (tx, of, mover) =>
    activate(tx, services.ledger, of, mover, { from: call.body.from, today: dayInIndia(new Date()) }),
  ),
);

export const rollBackRuleSetRoute = route(rollBackRuleSet, async (call, services) =>
  perform(rollBackRuleSet, call, services, async (tx, of, mover) =>
    rollBack(tx, services.ledger, of, mover, { reason: call.body.reason, today: dayInIndia(new Date()) }),
  ),
);
