import { checkAgentPolicyDraft, putAgentPolicyDraft } from '../../../contract/operations/agent-policies.ts';
import { writeDraft } from '../../../runs/rule-sets/draft.ts';
import { ownRuleSets } from '../../../store/rule-sets/rule-sets.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { expectNamedInPath } from '../rule-sets/expect-named-in-path.ts';
import { moverOf, problemOfMove, versionIn } from '../rule-sets/perform-move.ts';
import { showMoved } from './show.ts';

export const checkAgentPolicyDraftRoute = route(
  checkAgentPolicyDraft,
  async ({ body }, { ruleSetChecker }) => {
    const answer = await ruleSetChecker.check(body.document, 'policy');
    return { status: 200, body: { ok: answer.faults.length === 0, ...answer } };
  },
);

/** Policies of a team, because each decision's row names all of those in force. */
const MAX_POLICIES = 20;

export const putAgentPolicyDraftRoute = route(putAgentPolicyDraft, async (call, services) => {
  const of = versionIn(call, 'policy');
  const { body: set } = call;
  expectNamedInPath(set, of);
  const { faults } = await services.ruleSetChecker.check(set, 'policy');
  const { db, ledger } = services;
  const { status, shown } = await db.transaction().execute(async (tx) => {
    const names = await ownRuleSets(tx, of.teamId, 'policy');
    if (names.length >= MAX_POLICIES && !names.includes(of.name))
      throw new ProblemError('rule-set-state', { detail: `A team has at most ${MAX_POLICIES} policies.` });
    const mover = await moverOf(tx, call);
    const written = await writeDraft(tx, ledger, of, mover, { set, faults: faults.length });
    if ('refused' in written) throw problemOfMove(written);
    return { status: written.isNew ? 201 : 200, shown: await showMoved(tx, of) };
  });
  return { status, body: { ...shown, faults: [...faults] } };
});
