import { checkRuleSetDraft, putRuleSetDraft } from '../../../contract/operations/rule-sets.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { writeDraft } from '../../../runs/rule-sets/draft.ts';
import { ProblemError } from '../../http/problem.ts';
import { knownVersion } from '../../rule-sets/known-versions.ts';
import { route } from '../../services/route.ts';
import { moverOf, problemOfMove, versionIn } from './perform-move.ts';
import { showVersion } from './show.ts';

export const checkRuleSetDraftRoute = route(checkRuleSetDraft, async ({ body }, { ruleSetChecker }) => {
  const answer = await ruleSetChecker.check(body.document);
  return { status: 200, body: { ok: answer.faults.length === 0, ...answer } };
});

export const putRuleSetDraftRoute = route(putRuleSetDraft, async (call, services) => {
  const of = versionIn(call);
  const { body: set } = call;
  const errors: readonly (FieldError | false)[] = [
    set.id !== of.name && { in: 'body', pointer: '/id', message: 'must be the id in the path' },
    set.version !== of.version && {
      in: 'body',
      pointer: '/version',
      message: 'must be the version in the path',
    },
  ];
  const wrong = errors.filter((error) => error !== false);
  if (wrong.length > 0) throw new ProblemError('invalid-request', { errors: wrong });
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
