import { createHash } from 'node:crypto';
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { encodeScenes } from '../../desktop/video/encode.ts';
import { type EncodedFrame, scenesOf } from '../../desktop/video/scenes.ts';
import { writeWebm } from '../../desktop/video/webm.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { askedBy, type RowActor } from '../../ledger/index.ts';
import { readOperatorState, readScreen } from '../../runs/operator/runs.ts';
import { endAttempt, type MadeVideo } from '../../runs/operator/videos.ts';
import type { OperatorVideoInput } from '../../runs/operator/workflow.ts';
import { RefusedError } from '../common/failures.ts';
import { persistently } from '../common/persist.ts';
import type { DesktopDependencies } from './dependencies.ts';

const LIFETIME_MS = 20 * 60_000;
const WAIT_MS = 120_000;

/**
 * Makes a video of a run from its stored pictures, in which secrets are covered already, on a desktop that nobody else uses and that
 * has no network. It may be repeated: nothing is kept before the last transaction.
 */
export const makeVideo = async (deps: DesktopDependencies, input: OperatorVideoInput): Promise<void> => {
  const ref = { teamId: input.team_id, runId: input.run_id };
  const run = await readOperatorState(deps.db, ref);
  if (run === undefined || run.steps.length === 0) throw new RefusedError('The run has no steps.');
  const scenes = scenesOf(run, async (n) => readScreen(deps.db, deps.vaultRing, ref, n));
  const desktop = await deps.desktops.open({
    teamId: ref.teamId,
    run: input.workflow_id,
    lifetimeMs: LIFETIME_MS,
    waitMs: WAIT_MS,
    observed: true,
  });
  const giveUp = (): void => void desktop.close().catch(() => undefined);
  cancellationSignal().addEventListener('abort', giveUp, { once: true });
  let frames: readonly EncodedFrame[];
  try {
    frames = await encodeScenes(desktop, scenes);
  } finally {
    cancellationSignal().removeEventListener('abort', giveUp);
    await desktop.close();
  }
  const bytes = await writeWebm(frames);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const lengthMs = frames.reduce((ms, { showsMs }) => ms + showsMs, 0);
  await end(deps, input, { bytes, sha256, lengthMs }, writerOf(input));
};

/** Records that a video could not be made. */
export const endVideo = async (
  deps: Pick<DesktopDependencies, 'db' | 'ledger' | 'vaultRing'>,
  input: OperatorVideoInput,
  actor: RowActor = writerOf(input),
): Promise<void> => end(deps, input, undefined, actor);

const writerOf = (input: OperatorVideoInput): RowActor =>
  askedBy(input, { workflow_id: input.workflow_id, activity_id: activityInfo().activityId });

const end = async (
  { db, ledger, vaultRing }: Pick<DesktopDependencies, 'db' | 'ledger' | 'vaultRing'>,
  input: OperatorVideoInput,
  made: MadeVideo | undefined,
  actor: RowActor,
): Promise<void> =>
  persistently(() =>
    db.transaction().execute(async (tx) => {
      if (!(await endAttempt(tx, vaultRing, input, made))) return;
      await ledger.appendIn(tx, {
        teamId: input.team_id,
        ledgerRef: input.run_id,
        step: 0,
        action: 'operator.video',
        governance: 'recorded',
        summary:
          made === undefined ? 'A video of the run could not be made.' : 'A video of the run was made.',
        detail: {
          attempt: input.attempt,
          status: made === undefined ? 'failed' : 'ready',
          ...(made && { sha256: made.sha256, size: made.bytes.length, length_ms: made.lengthMs }),
        },
        idemKey: `${input.run_id}/video/${input.attempt}`,
        actor,
        ...(made !== undefined && { suspendable: scopesOf.operator }),
      });
    }),
  );
