import type { Transaction } from 'kysely';
import type { Operation } from '../../../contract/operation.ts';
import type { FieldError } from '../../../contract/problem.ts';
import {
  activateRuleSet,
  approveRuleSet,
  proposeRuleSet,
  rollBackRuleSet,
} from '../../../contract/operations/rule-sets.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import type { RuleSetFault } from '../../../governance/rule-sets/compile.ts';
import { newLedgerRef } from '../../../ids.ts';
import { subjectOf } from '../../../people/subject.ts';
import {
  activate,
  approve,
  type Moving,
  propose,
  type RefusedMove,
  rollBack,
  rowActorOf,
  type VersionOfTeam,
} from '../../../runs/rule-sets/moves.ts';
import { ruleSetRow } from '../../../runs/rule-sets/rows.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { findVersion } from '../../../store/rule-sets/versions.ts';
import { ProblemError } from '../../http/problem.ts';
import { knownVersion } from '../../rule-sets/known-versions.ts';
import { accepted } from '../../runs/idempotent.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { showVersion } from './show.ts';

type Tx = Transaction<Database>;

interface MoveCall {
  readonly caller: Caller;
  readonly requestId: string;
  readonly params: { readonly id: string; readonly version: number };
  readonly idempotencyKey: string | undefined;
}

class RefusedError extends Error {
  readonly refusal: RefusedMove;

  constructor(refusal: RefusedMove) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

export const versionIn = ({ caller, params }: Pick<MoveCall, 'caller' | 'params'>): VersionOfTeam => ({
  teamId: caller.teamId,
  name: params.id,
  version: params.version,
});

export const moverOf = async (
  tx: Tx,
  { caller, requestId }: Pick<MoveCall, 'caller' | 'requestId'>,
): Promise<Moving> => ({
  actor: caller.actor,
  subject: await subjectOf(tx, caller.teamId, caller.actor),
  requestId,
  keyId: caller.keyId,
});

type Move = (tx: Tx, of: VersionOfTeam, mover: Moving) => Promise<RefusedMove | undefined>;

/** Moves a version in one transaction, once per Idempotency-Key. A refused move changes nothing. */
const perform = async (
  operation: Operation,
  call: MoveCall,
  services: Services,
  work: Move,
): Promise<Reply> => {
  const of = versionIn(call);
  const accept = async (tx: Tx) => {
    const refusal = await work(tx, of, await moverOf(tx, call));
    if (refusal !== undefined) throw new RefusedError(refusal);
    return { status: 200, body: showVersion((await knownVersion(tx, of, of.version))!) };
  };
  try {
    const { answer, replayed } = await accepted(operation, call, services, accept);
    return { ...answer, ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }) };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    await recordRefusal(call, services, error.refusal);
    throw problemOfMove(error.refusal);
  }
};

export const problemOfMove = ({ refused, detail }: RefusedMove): ProblemError => {
  if (refused === 'not-found') return new ProblemError('not-found');
  if (refused !== 'invalid-day') return new ProblemError(refused, { detail });
  return new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '/from', message: detail }] });
};

/** Records that somebody tried to approve what they wrote. */
const recordRefusal = async (
  call: MoveCall,
  { db, ledger }: Services,
  { refused, detail }: RefusedMove,
): Promise<void> => {
  if (refused !== 'another-person-needed') return;
  const of = versionIn(call);
  await db.transaction().execute(async (tx) => {
    const stored = (await findVersion(tx, of, of.version))!;
    await ledger.appendIn(
      tx,
      ruleSetRow({
        ...of,
        ruleSetId: stored.rule_set_id,
        sha256: stored.sha256,
        action: 'rules.refused',
        key: newLedgerRef('refuse'),
        summary: `Refused: ${detail}`,
        detail: { code: refused },
        actor: rowActorOf(await moverOf(tx, call)),
      }),
    );
  });
};

/** Returns a fault as an error about the document. */
const errorOf = ({ at, fault }: RuleSetFault): FieldError => ({
  in: 'body',
  pointer: `/${at.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('.', '/')}`,
  message: fault,
});

/** Maximum number of faults to list. */
const MAX_FAULTS = 100;

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
