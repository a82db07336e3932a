/** A move of a rule set's version in one transaction with its ledger row; a refused move has a row too. */
import type { Operation } from '../../../contract/operation.ts';
import type { FieldError } from '../../../contract/problem.ts';
import type { RuleSetFault } from '../../../governance/rule-sets/compile.ts';
import { newLedgerRef } from '../../../ids.ts';
import { subjectOf } from '../../../people/subject.ts';
import {
  type RefusedMove,
  type VersionOfTeam,
  type Moving,
  rowActorOf,
} from '../../../runs/rule-sets/move.ts';
import { ruleSetRow } from '../../../runs/rule-sets/rows.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { findVersion } from '../../../store/rule-sets/versions.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Transaction } from 'kysely';
import type { DocumentKind } from '../../../store/db/rule-sets-schema.ts';
import type { Database } from '../../../store/db/schema.ts';
import { showMoved } from './show.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import type { Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

type Tx = Transaction<Database>;

export interface MoveCall {
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

export const versionIn = (
  { caller, params }: Pick<MoveCall, 'caller' | 'params'>,
  kind: DocumentKind = 'rules',
): VersionOfTeam => ({
  kind,
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
export const perform = async (
  operation: Operation,
  call: MoveCall,
  services: Services,
  work: Move,
  kind: DocumentKind = 'rules',
): Promise<Reply> => {
  const of = versionIn(call, kind);
  const accept = async (tx: Tx) => {
    const refusal = await work(tx, of, await moverOf(tx, call));
    if (refusal !== undefined) throw new RefusedError(refusal);
    return { status: 200, body: await showMoved(tx, of) };
  };
  try {
    return await answerOnce(operation, call, services, accept);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    await recordRefusal(of, call, services, error.refusal);
    throw problemOfMove(error.refusal);
  }
};

export const problemOfMove = ({ refused, detail }: RefusedMove): ProblemError => {
  if (refused === 'not-found') return new ProblemError('not-found');
  if (refused !== 'invalid-day') return new ProblemError(refused, { detail });
  return new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '/from', message: detail }] });
};

/** Records an attempt to approve one's own version, or to activate one that does not meet the bounds. */
const recordRefusal = async (
  of: VersionOfTeam,
  call: MoveCall,
  { db, ledger }: Services,
  { refused, detail }: RefusedMove,
): Promise<void> => {
  if (refused !== 'another-person-needed' && refused !== 'bounds-not-met') return;
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
export const errorOf = ({ at, fault }: RuleSetFault): FieldError => ({
  in: 'body',
  pointer: `/${at.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('.', '/')}`,
  message: fault,
});

/** Maximum number of faults to list. */
export const MAX_FAULTS = 100;
