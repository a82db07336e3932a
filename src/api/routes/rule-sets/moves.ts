/** The moves of a version, whether of a rule set or of a vertical. */
import type { Operation } from '../../../contract/operation.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import type { RuleSetFault } from '../../../governance/rule-sets/compile.ts';
import { activate, approve, propose, rollBack } from '../../../runs/rule-sets/moves.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { errorOf, MAX_FAULTS, type MoveCall, type Moved, perform } from './perform-move.ts';

/** @throws ProblemError if a draft has faults */
export const refuseFaulty = (faults: readonly RuleSetFault[]): void => {
  if (faults.length === 0) return;
  throw new ProblemError('invalid-request', {
    detail: 'The draft has faults. Write it again without them.',
    errors: faults.slice(0, MAX_FAULTS).map((fault) => errorOf(fault)),
  });
};

/** @param sha256 hash of the document that was checked; another draft that came in the meantime is refused */
export const proposeVersion = async (
  operation: Operation,
  call: MoveCall,
  services: Services,
  sha256: string,
  moved?: Moved,
): Promise<Reply> =>
  perform(
    operation,
    call,
    services,
    async (tx, of, mover) => propose(tx, services.ledger, of, mover, sha256),
    moved,
  );

export const approveVersion = async (
  operation: Operation,
  call: MoveCall,
  services: Services,
  moved?: Moved,
): Promise<Reply> =>
  perform(operation, call, services, async (tx, of, mover) => approve(tx, services.ledger, of, mover), moved);

export const activateVersion = async (
  operation: Operation,
  call: MoveCall & { readonly body: { readonly from?: string | undefined } },
  services: Services,
  moved?: Moved,
): Promise<Reply> =>
  perform(
    operation,
    call,
    services,
    async (tx, of, mover) =>
      activate(tx, services.ledger, of, mover, { from: call.body.from, today: dayInIndia(new Date()) }),
    moved,
  );

export const rollBackVersion = async (
  operation: Operation,
  call: MoveCall & { readonly body: { readonly reason: string } },
  services: Services,
  moved?: Moved,
): Promise<Reply> =>
  perform(
    operation,
    call,
    services,
    async (tx, of, mover) =>
      rollBack(tx, services.ledger, of, mover, { reason: call.body.reason, today: dayInIndia(new Date()) }),
    moved,
  );
