/** The moves of a version of a document of any kind. */
import type { Operation } from '../../../contract/operation.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import type { RuleSetFault } from '../../../governance/rule-sets/compile.ts';
import { activate, approve, propose, rollBack } from '../../../runs/rule-sets/moves.ts';
import type { DocumentKind } from '../../../store/db/rule-sets-schema.ts';
import { findVersion } from '../../../store/rule-sets/versions.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { errorOf, MAX_FAULTS, type MoveCall, perform, versionIn } from './perform-move.ts';

/** Proposes a version. A draft is checked first, and refused if it is replaced in the meantime. */
export const proposeVersion = async (
  operation: Operation,
  call: MoveCall,
  services: Services,
  kind?: DocumentKind,
): Promise<Reply> => {
  const of = versionIn(call, kind);
  const stored = await findVersion(services.db, of, of.version);
  if (stored === undefined) throw new ProblemError('not-found');
  if (stored.state === 'draft') {
    const { faults } = await services.ruleSetChecker.check(JSON.parse(stored.document), of.kind);
    refuseFaulty(faults);
  }
  return perform(
    operation,
    call,
    services,
    async (tx, moved, mover) => propose(tx, services.ledger, moved, mover, stored.sha256),
    kind,
  );
};

const refuseFaulty = (faults: readonly RuleSetFault[]): void => {
  if (faults.length === 0) return;
  throw new ProblemError('invalid-request', {
    detail: 'The draft has faults. Write it again without them.',
    errors: faults.slice(0, MAX_FAULTS).map((fault) => errorOf(fault)),
  });
};

export const approveVersion = async (
  operation: Operation,
  call: MoveCall,
  services: Services,
  kind?: DocumentKind,
): Promise<Reply> =>
  perform(operation, call, services, async (tx, of, mover) => approve(tx, services.ledger, of, mover), kind);

export const activateVersion = async (
  operation: Operation,
  call: MoveCall & { readonly body: { readonly from?: string | undefined } },
  services: Services,
  kind?: DocumentKind,
): Promise<Reply> =>
  perform(
    operation,
    call,
    services,
    async (tx, of, mover) =>
      activate(tx, services.ledger, of, mover, { from: call.body.from, today: dayInIndia(new Date()) }),
    kind,
  );

export const rollBackVersion = async (
  operation: Operation,
  call: MoveCall & { readonly body: { readonly reason: string } },
  services: Services,
  kind?: DocumentKind,
): Promise<Reply> =>
  perform(
    operation,
    call,
    services,
    async (tx, of, mover) =>
      rollBack(tx, services.ledger, of, mover, { reason: call.body.reason, today: dayInIndia(new Date()) }),
    kind,
  );
