import type { z } from 'zod';
import type { liveRunBody } from '../../../contract/live-run.ts';
import { runLive } from '../../../contract/operations/live.ts';
import { END } from '../../../events/position.ts';
import { publishEvent } from '../../../events/store.ts';
import { takesDocuments } from '../../../governance/rules/documents/fill.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import type { VerticalId } from '../../../governance/verticals/definition.ts';
import { isVerticalId, verticals } from '../../../governance/verticals/index.ts';
import type { StoredTeamLiveRun } from '../../../runs/team-verticals/live.ts';
import { type StoredLiveRun, createLiveRun } from '../../../runs/vertical/live.ts';
import { markStarted } from '../../../runs/vertical/started.ts';
import { caseFor } from '../../runs/case-for.ts';
import { type AcceptedModel, chooseModel } from '../../runs/choose-model.ts';
import { documentsIn } from '../../documents/case-documents.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { linkPolicyOf } from '../../runs/link-policy.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { startWorkflow } from '../../runs/start-workflow.ts';
import { refuseTrial } from '../../runs/vertical-to-run.ts';
import { badPosition, positionOf } from './last-event-id.ts';
import { resumeRun } from './resume.ts';
import { streamReply, takeSeat } from './stream.ts';
import { createTeamLive } from './team-run.ts';

/**
 * Stores the run with its first event, starts its workflow, and streams the events. A stored run always executes: if Temporal is
 * unavailable, it starts later, and the stream waits for it.
 */
export const runLiveRoute = route(runLive, async (call, services) => {
  const [answer] = call.body.resume ?? [];
  const model = answer === undefined && (await chooseModel(services, call, wantedIn(call.body).model));
  const leaveSeat = takeSeat(services, call.caller.teamId);
  try {
    const reply =
      model === false
        ? await resumeRun(call, services, answer!, leaveSeat)
        : await streamed(call, services, model, leaveSeat);
    if (reply.status === 204) leaveSeat();
    return reply;
  } catch (error) {
    leaveSeat();
    throw error;
  }
});

type Tx = Parameters<typeof createLiveRun>[0];

const streamed = async (
  call: Call<typeof runLive>,
  services: Services,
  model: AcceptedModel,
  leaveSeat: () => void,
): Promise<Reply> => {
  const { rings, events } = services;
  const { teamId, actor: askedBy } = call.caller;
  const resumeAfter = call.header('Last-Event-ID');
  let start: (() => Promise<void>) | undefined;

  const accept = async (tx: Tx): Promise<StoredAnswer> => {
    // A client that wants to resume a stream must not accidentally start a new run.
    if (resumeAfter !== '') throw badPosition(GO_ON);
    const asked = wantedIn(call.body);
    await refuseSuspended(services, tx, call, scopesOf.liveRun(asked.vertical));
    const { vertical } = asked;
    const { run_id, team_id, ledger_ref } = await (isVerticalId(vertical)
      ? createOwn(tx, { ...asked, vertical })
      : createTeams(tx, asked));
    await publishEvent(
      tx,
      { team_id, run_id, ledger_ref },
      { key: 'start', type: 'run.started', payload: { vertical, ledger_ref } },
    );
    return { status: 200, body: { id: run_id } };
  };

  const createOwn = async (
    tx: Tx,
    asked: ReturnType<typeof wantedIn> & { readonly vertical: VerticalId },
  ): Promise<StoredLiveRun> => {
    refuseTrial(asked);
    const { sample } = verticals[asked.vertical];
    const from = { teamId, vertical: asked.vertical, given: asked, sample };
    const value = await caseFor(tx, services, from);
    const wanted = { vertical: asked.vertical, case: value, caseOf: asked.case_of };
    const documents = await documentsIn(tx, services, {
      caller: call.caller,
      case: value,
      takes: takesDocuments(asked.vertical),
    });
    const created = await createLiveRun(tx, rings.vault, { ...wanted, documents, teamId, model, askedBy });
    start = async () => services.workflows.startLiveRun(created);
    return created;
  };

  const createTeams = async (tx: Tx, wanted: ReturnType<typeof wantedIn>): Promise<StoredTeamLiveRun> => {
    const created = await createTeamLive(tx, services, call, { wanted, model });
    start = async () => services.workflows.startTeamLiveRun(created);
    return created;
  };

  const { answer, replayed } = await accepted(runLive, call, services, accept);
  const { id } = answer.body as { id: string };
  // Not awaited, so that the stream begins at once.
  if (start !== undefined && !replayed) void startStored(services, { teamId, runId: id }, start);
  const position = positionOf(resumeAfter, id);
  if (position === END) return { status: 204, body: '' };
  const links = await linkPolicyOf(services, teamId);
  const tail = await events.follow(id);
  if (tail === undefined) throw new ProblemError('internal');
  const reply = streamReply(services, call, { tail, leaveSeat, position, scope: 'runs:write', links });
  return { ...reply, headers: { ...reply.headers, ...replayedHeader(replayed) } };
};

const GO_ON = "cannot start a run: resume at the stream's Location, or send the run's Idempotency-Key";

const wantedIn = ({ forwardedProps, ...plain }: z.output<typeof liveRunBody>) => {
  // The schema guarantees that one of the two is present.
  const vertical = (plain.vertical ?? forwardedProps?.vertical)!;
  return {
    vertical,
    pointer: plain.vertical === undefined ? '/forwardedProps/vertical' : '/vertical',
    case: plain.case ?? forwardedProps?.case,
    case_of: plain.case_of,
    trial_version: plain.trial_version,
    model: plain.model ?? forwardedProps?.model,
  };
};

const startStored = async (
  services: Services,
  run: { readonly teamId: string; readonly runId: string },
  start: () => Promise<void>,
): Promise<boolean> =>
  startWorkflow(services, run.runId, async () => {
    await start();
    await markStarted(services.db, run);
  });
