import { checkAgentPolicyDraft, putAgentPolicyDraft } from '../../../contract/operations/agent-policies.ts';
import { writeDraft } from '../../../runs/rule-sets/draft.ts';
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

export const putAgentPolicyDraftRoute = route(putAgentPolicyDraft, async (call, services) => {
  const of = versionIn(call, 'policy');
  const { body: set } = call;
  expectNamedInPath(set, of);
  const { faults } = await services.ruleSetChecker.check(set, 'policy');
  const { db, ledger } = services;
  const { status, shown } = await db.transaction().execute(async (tx) => {
    const mover = await moverOf(tx, call);
    const written = await writeDraft(tx, ledger, of, mover, { set, faults: faults.length });
    if ('refused' in written) throw problemOfMove(written);
    return { status: written.isNew ? 201 : 200, shown: await showMoved(tx, of) };
  });
  return { status, body: { ...shown, faults: [...faults] } };
});
