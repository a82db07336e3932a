import type { Transaction } from 'kysely';
import { newLedgerRef } from '../../ids.ts';
import { actorOf } from '../../ledger/index.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import type { Database } from '../../store/db/schema.ts';
import { suspendedScope } from '../../store/switches/suspended.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

interface Starting {
  readonly caller: Pick<Caller, 'teamId' | 'actor' | 'keyId'>;
  readonly requestId: string;
}

/**
 * Refuses a start that the team has suspended, and records that. Call this where the start is stored, so that a repeated request
 * still gets the answer of a run that was accepted before.
 * @param scopes scopes of the work (governance/suspension/scopes.ts)
 * @throws ProblemError 423
 */
export const refuseSuspended = async (
  { ledger }: Pick<Services, 'ledger'>,
  db: Transaction<Database> | Services['db'],
  { caller, requestId }: Starting,
  scopes: readonly string[],
): Promise<void> => {
  const { teamId } = caller;
  const scope = await suspendedScope(db, teamId, scopes);
  if (scope === undefined) return;
  const ledgerRef = newLedgerRef('refuse');
  await ledger.append({
    teamId,
    ledgerRef,
    step: 1,
    idemKey: ledgerRef,
    action: 'safety.refused',
    governance: 'kill switch',
    summary: `A start was refused, because ${scope} is suspended.`,
    detail: { scope },
    actor: actorOf(caller, requestId),
  });
  throw suspendedProblem(scope);
};

/** Returns the problem for work that the team has suspended. */
export const suspendedProblem = (scope: string): ProblemError =>
  new ProblemError('suspended', {
    detail: `Your team has suspended \`${scope}\`. Wait until somebody resumes it; \`GET /v1/govern/switches\` says why.`,
  });
