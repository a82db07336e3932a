import {
  getOperatorVideo,
  getOperatorVideoFile,
  makeOperatorVideo,
} from '../../../contract/operations/operator-videos.ts';
import type { OperatorVideoBody } from '../../../contract/operator-video.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { actedBy, actorOf, vaultRead } from '../../../ledger/index.ts';
import { askForVideo, findVideo, markVideoStarted, readVideo } from '../../../runs/operator/videos.ts';
import type { OperatorRunRef } from '../../../runs/operator/runs.ts';
import type { OperatorVideoInput } from '../../../runs/operator/workflow.ts';
import { hasValue } from '../../../store/vault/vault.ts';
import { startWorkflow } from '../../runs/start-workflow.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

export const makeOperatorVideoRoute = route(makeOperatorVideo, async (call, services) => {
  const { caller, params } = call;
  const { db, ledger, workflows } = services;
  const ref = { teamId: caller.teamId, runId: params.run_id };
  const input = await db.transaction().execute(async (tx): Promise<OperatorVideoInput | undefined> => {
    const run = await tx
      .selectFrom('operator_runs')
      .select('status')
      .where('team_id', '=', ref.teamId)
      .where('id', '=', ref.runId)
      .forUpdate()
      .executeTakeFirst();
    if (run === undefined) throw new ProblemError('not-found');
    if (run.status !== 'done') throw new ProblemError('run-not-ended');
    await refuseSuspended(services, tx, call, scopesOf.operator);
    // Nothing is left of an erased run that a video could show.
    if (!(await hasValue(tx, { teamId: ref.teamId, ref: ref.runId }))) return undefined;
    const asked = await askForVideo(tx, ref, caller.actor);
    if (asked !== undefined)
      await ledger.appendIn(tx, {
        teamId: ref.teamId,
        ledgerRef: ref.runId,
        step: 0,
        action: 'operator.video_asked',
        governance: 'recorded',
        summary: 'A video of the run was asked for.',
        detail: { attempt: asked.attempt },
        idemKey: `${ref.runId}/video_asked/${asked.attempt}`,
        actor: actedBy(caller.actor),
      });
    return asked;
  });
  if (input !== undefined)
    await startWorkflow(services, ref.runId, async () => {
      await workflows.startVideo(input);
      await markVideoStarted(db, ref.runId);
    });
  return { status: 202, body: await videoOf(services, ref) };
});

export const getOperatorVideoRoute = route(getOperatorVideo, async ({ params, caller }, services) => ({
  status: 200,
  body: await videoOf(services, { teamId: caller.teamId, runId: params.run_id }),
}));

export const getOperatorVideoFileRoute = route(
  getOperatorVideoFile,
  async ({ params, caller, requestId }, services) => {
    const { db, rings, ledger } = services;
    const ref = { teamId: caller.teamId, runId: params.run_id };
    const { status, sha256 } = await videoOf(services, ref);
    if (status !== 'ready' || sha256 === null) throw new ProblemError('not-found');
    const body = await readVideo(db, rings.vault, ref);
    const act = { teamId: ref.teamId, actor: actorOf(caller, requestId) };
    const summary = 'The video of an operator run was read; it may show identifiers.';
    await ledger.append(vaultRead(act, summary, { ref: ref.runId, video: sha256 }));
    const headers = {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${ref.runId}.webm"`,
    };
    return { status: 200, body, type: 'video/webm', headers };
  },
);

/** @throws ProblemError 404 if the team has no such run, or nobody has asked for a video of it */
const videoOf = async ({ db }: Services, ref: OperatorRunRef): Promise<OperatorVideoBody> => {
  const video = await findVideo(db, ref);
  if (video === undefined) throw new ProblemError('not-found');
  return video;
};
