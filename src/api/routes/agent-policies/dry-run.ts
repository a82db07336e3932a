import type { ActDecision } from '../../../contract/agent-act.ts';
import type { AgentPolicy } from '../../../contract/agent-policy.ts';
import { dryRunAgentPolicy } from '../../../contract/operations/agent-policies.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { ThreadLostError } from '../../../process/bounded-thread.ts';
import { latestDecisions } from '../../../store/agent-acts/decisions.ts';
import { pinnedPolicy, policiesInForce } from '../../../store/rule-sets/agent-policies.ts';
import { findVersion } from '../../../store/rule-sets/versions.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

const MAX_DIFFERENCES = 100;

/** Decides past acts again, with a version in place of the active one of its policy. */
export const dryRunAgentPolicyRoute = route(
  dryRunAgentPolicy,
  async (
    { params: { id: name, version }, body, caller: { teamId } },
    { db, pastDecider, ruleSetChecker },
  ) => {
    const stored = await findVersion(db, { teamId, name, kind: 'policy' }, version);
    if (stored === undefined) throw new ProblemError('not-found');
    const document = JSON.parse(stored.document) as AgentPolicy;
    const { faults } = await ruleSetChecker.check(document, 'policy');
    if (faults.length > 0)
      throw new ProblemError('rule-set-state', {
        detail: 'The draft has faults. Write it again without them.',
      });
    const past = await latestDecisions(db, teamId, body.limit);
    const known = past.flatMap(({ input, session, ...decision }) =>
      input === null || session === null ? [] : [{ ...decision, input, session }],
    );
    const pins = await policiesInForce(db, teamId, dayInIndia(new Date()));
    const others = await Promise.all(
      pins
        .filter(({ id }) => id !== name)
        .map(async (pin) => ({ id: pin.id, cedar: (await pinnedPolicy(db, teamId, pin)).cedar })),
    );
    const rules = {
      name: [stored.sha256, ...pins.map(({ id, sha256 }) => `${id}@${sha256}`)].join(' '),
      policies: [...others, { id: name, cedar: document.cedar }],
    };
    const acts = known.map(({ agent, action, resource, input, session }) => ({
      agent,
      action,
      resource,
      input,
      session,
    }));
    const verdicts = await pastDecider.decide(teamId, rules, acts).catch((error: unknown) => {
      throw error instanceof ThreadLostError ? new ProblemError('work-timeout') : error;
    });
    const compared = known.map(({ rowId, ledgerRef, agent, action, resource, rules }, at) => ({
      row_id: rowId,
      ledger_ref: ledgerRef,
      agent,
      action,
      resource,
      before: rules,
      after: verdicts[at]!.decision,
    }));
    return {
      status: 200,
      body: {
        decisions: known.length,
        skipped: past.length - known.length,
        before: countsOf(compared.map(({ before }) => before)),
        after: countsOf(compared.map(({ after }) => after)),
        differences: compared.filter(({ before, after }) => before !== after).slice(0, MAX_DIFFERENCES),
      },
    };
  },
);

const countsOf = (decisions: readonly ActDecision[]) => {
  const counts = { allow: 0, deny: 0, ask: 0 };
  for (const decision of decisions) counts[decision] += 1;
  return counts;
};
