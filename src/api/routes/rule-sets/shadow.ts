import { getShadow, startShadow, stopShadow } from '../../../contract/operations/shadows.ts';
import { MAX_SHADOW_DAYS } from '../../../contract/shadow.ts';
import type { RefusedMove } from '../../../runs/rule-sets/move.ts';
import * as shadows from '../../../runs/rule-sets/shadow.ts';
import { findRuleSet } from '../../../store/rule-sets/rule-sets.ts';
import { newestShadow, type StoredShadow } from '../../../store/rule-sets/shadows.ts';
import { ProblemError } from '../../http/problem.ts';
import { knownVersion } from '../../rule-sets/known-versions.ts';
import { showShadow } from '../../rule-sets/shown-shadow.ts';
import { triedOn } from '../../rule-sets/tried-on.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { route } from '../../services/route.ts';
import { moverOf, problemOfMove, versionIn } from './perform-move.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export const startShadowRoute = route(startShadow, async (call, services) => {
  const of = versionIn(call);
  const known = await knownVersion(services.db, of, of.version);
  if (known?.stored === undefined) throw new ProblemError('not-found');
  const given = {
    vertical: triedOn(known.set),
    endsAt: endOf(call.body.ends_at),
    maxRuns: call.body.max_runs,
  };
  return answerOnce(startShadow, call, services, async (tx) => {
    const mover = await moverOf(tx, call);
    const shadow = unlessRefused(await shadows.startShadow(tx, services.ledger, of, mover, given));
    return { status: 201, body: await showShadow(tx, shadow) };
  });
});

export const stopShadowRoute = route(stopShadow, async (call, services) => {
  const of = versionIn(call);
  return answerOnce(stopShadow, call, services, async (tx) => {
    const mover = await moverOf(tx, call);
    const shadow = unlessRefused(await shadows.stopShadow(tx, services.ledger, of, mover));
    return { status: 200, body: await showShadow(tx, shadow) };
  });
});

export const getShadowRoute = route(getShadow, async (call, { db }) => {
  const of = versionIn(call);
  const own = await findRuleSet(db, of);
  const shadow = own === undefined ? undefined : await newestShadow(db, own, of.version);
  if (shadow === undefined) throw new ProblemError('not-found');
  return { status: 200, body: await showShadow(db, shadow) };
});

const unlessRefused = (outcome: StoredShadow | RefusedMove): StoredShadow => {
  if ('refused' in outcome) throw problemOfMove(outcome);
  return outcome;
};

const endOf = (given: string | undefined): Date => {
  const now = Date.now();
  const end = given === undefined ? now + DEFAULT_DAYS * DAY_MS : Date.parse(given);
  if (end <= now || end > now + MAX_SHADOW_DAYS * DAY_MS)
    throw new ProblemError('invalid-request', {
      errors: [
        {
          in: 'body',
          pointer: '/ends_at',
          message: `expected a time within the next ${MAX_SHADOW_DAYS} days`,
        },
      ],
    });
  return new Date(end);
};
