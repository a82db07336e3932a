import { checkRuleSetDraft, putRuleSetDraft } from '../../../contract/operations/rule-sets.ts';
import { writeDraft } from '../../../runs/rule-sets/draft.ts';
import { knownVersion } from '../../rule-sets/known-versions.ts';
import { route } from '../../services/route.ts';
import { expectNamedInPath } from './expect-named-in-path.ts';
import { moverOf, problemOfMove, versionIn } from './perform-move.ts';
import { showVersion } from './show.ts';

export const checkRuleSetDraftRoute = route(checkRuleSetDraft, async ({ body }, { ruleSetChecker }) => {
  const answer = await ruleSetChecker.check(body.document);
  return { status: 200, body: { ok: answer.faults.length === 0, ...answer } };
});

export const putRuleSetDraftRoute = route(putRuleSetDraft, async (call, services) => {
  const of = versionIn(call);
  const { body: set } = call;
  expectNamedInPath(set, of);
  const { faults } = await services.ruleSetChecker.check(set);
  const { db, ledger } = services;
  const { status, known } = await db.transaction().execute(async (tx) => {
    const mover = await moverOf(tx, call);
    const written = await writeDraft(tx, ledger, of, mover, { set, faults: faults.length });
    if ('refused' in written) throw problemOfMove(written);
    return { status: written.isNew ? 201 : 200, known: (await knownVersion(tx, of, of.version))! };
  });
  return { status, body: { ...showVersion(known), faults: [...faults] } };
});
