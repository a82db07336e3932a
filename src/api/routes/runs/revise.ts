import type { z } from 'zod';
import { reviseRun } from '../../../contract/operations/runs.ts';
import type { reviseRunBody } from '../../../contract/run.ts';
import { publishEvent } from '../../../events/store.ts';
import { recordable } from '../../../governance/recordable.ts';
import { takesDocuments } from '../../../governance/rules/documents/fill.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import type { VerticalId } from '../../../governance/verticals/definition.ts';
import { actorOf } from '../../../ledger/index.ts';
import { lockSentBack, recordTakenUp, type SentBackRun } from '../../../runs/reviews/sent-back.ts';
import { createRun } from '../../../runs/vertical/create.ts';
import { createLiveRun, findLiveRun } from '../../../runs/vertical/live.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { markStarted } from '../../../runs/vertical/started.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import { findValue, lockValues, type SealedValue } from '../../../store/vault/vault.ts';
import { documentsIn } from '../../documents/case-documents.ts';
import { ProblemError } from '../../http/problem.ts';
import { chooseModel } from '../../runs/choose-model.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { startWorkflow } from '../../runs/start-workflow.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

type Body = z.output<typeof reviseRunBody>;
type Tx = Parameters<typeof createRun>[0];

/** Stores a new run of a case that was sent back, in the mode of the earlier one, then starts its workflow. */
export const reviseRunRoute = route(reviseRun, async (call, services) => {
  const { caller, body, requestId } = call;
  const { teamId, actor: askedBy } = caller;
  const revisionOf = call.params.id;
  let start: (() => Promise<void>) | undefined;

  const accept = async (tx: Tx): Promise<StoredAnswer> => {
    const earlier = await lockSentBack(tx, { teamId, runId: revisionOf });
    if (earlier === undefined) throw new ProblemError('not-found');
    if (earlier === 'not-sent-back') throw new ProblemError('not-sent-back');
    refuseMissing(earlier, body);
    const vertical = earlier.vertical as VerticalId;
    const isLive = earlier.mode === 'live';
    await refuseSuspended(
      services,
      tx,
      call,
      isLive ? scopesOf.liveRun(vertical) : scopesOf.simulatedRun(vertical),
    );
    const value = await revisedCase(tx, services, { teamId, ledgerRef: earlier.ledgerRef, body });
    const documents = await documentsIn(tx, services, {
      caller,
      case: value,
      takes: takesDocuments(vertical),
    });
    const run = { teamId, vertical, case: value, askedBy, documents, revisionOf };
    const ring = services.rings.vault;
    let runId: string;
    if (isLive) {
      const before = await findLiveRun(tx, { teamId, runId: revisionOf });
      const created = await createLiveRun(tx, ring, {
        ...run,
        model: await chooseModel(services, call, before?.model),
      });
      ({ run_id: runId } = created);
      const { ledger_ref } = created;
      const started = { key: 'start', type: 'run.started', payload: { vertical, ledger_ref } } as const;
      await publishEvent(tx, { team_id: teamId, run_id: runId, ledger_ref }, started);
      start = async () => services.workflows.startLiveRun(created);
    } else {
      const created = await createRun(tx, ring, run);
      ({ run_id: runId } = created);
      start = async () => services.workflows.startRun(created);
    }
    const shown = body.documents.map(({ name, file_id }) => ({ name: recordable(name, 100), file_id }));
    const { reviewId } = earlier;
    const taken = { teamId, reviewId, runId, documents: shown };
    await recordTakenUp(tx, services.ledger, taken, actorOf(caller, requestId));
    return { status: 202, body: (await readRun(tx, { teamId, runId }))! };
  };

  const { answer, replayed } = await accepted(reviseRun, call, services, accept);
  const { id } = answer.body as { id: string };
  if (start !== undefined && !replayed)
    await startWorkflow(services, id, async () => {
      await start!();
      await markStarted(services.db, { teamId, runId: id });
    });
  return {
    ...answer,
    headers: {
      Location: `${services.settings.publicBaseUrl}/v1/workforce/runs/${id}`,
      ...replayedHeader(replayed),
    },
  };
});

/** The case continues only when everything that the person asked for is there. */
const refuseMissing = ({ documents: asked }: SentBackRun, { documents }: Body): void => {
  const given = new Set(documents.map(({ name }) => name.trim().toLowerCase()));
  const missing = asked.filter((name) => !given.has(name.toLowerCase()));
  if (missing.length === 0) return;
  const message = `is missing ${missing.map((name) => `"${name}"`).join(', ')}`;
  throw new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '/documents', message }] });
};

/**
 * Returns the sealed case of the earlier run with the additions.
 * @throws ProblemError 410 if it was erased
 */
const revisedCase = async (
  tx: Tx,
  { rings }: Pick<Services, 'rings'>,
  { teamId, ledgerRef, body }: { readonly teamId: string; readonly ledgerRef: string; readonly body: Body },
): Promise<SealedValue> => {
  // Waits for an erasure in progress, so that the next version gets no copy of what it erases.
  await lockValues(tx, ledgerRef);
  const before = await findValue(tx, rings.vault, { teamId, ref: ledgerRef });
  if (before === undefined) throw new ProblemError('document-erased');
  const value = { ...before, ...body.case };
  if (body.documents.length === 0) return value;
  const known = Array.isArray(value['documents']) ? (value['documents'] as readonly unknown[]) : [];
  const added = body.documents.map(({ file_id, kind }) => ({ file_id, ...(kind !== undefined && { kind }) }));
  return { ...value, documents: [...known, ...added] };
};
