import { endVideo } from '../../activities/operator/make-video.ts';
import { byService } from '../../ledger/index.ts';
import { startOperatorVideo } from '../../runs/operator/start-video.ts';
import { markVideoStarted, unfinishedVideos } from '../../runs/operator/videos.ts';
import type { OperatorVideoInput } from '../../runs/operator/workflow.ts';
import { workflowStatus } from '../../temporal/workflow-status.ts';
import type { WorkerParts } from '../parts.ts';
import { sweepEvery } from './sweep.ts';

const OLDER_THAN_MS = 5_000;
const PATIENCE_MS = 5_000;

/** Starts videos that could not reach Temporal at first, and ends those whose workflow is gone. */
export const sweepLateVideos = (parts: WorkerParts): { readonly close: () => void } =>
  sweepEvery(
    parts.config.RECONCILE_EVERY_MS,
    async () => sweep(parts),
    (error) => parts.log.warn({ error }, 'late videos could not be reconciled'),
  );

const sweep = async (parts: WorkerParts): Promise<void> => {
  const { db, client, config } = parts;
  for (const { input: stored, started_at: started } of await unfinishedVideos(db, OLDER_THAN_MS)) {
    const input = stored as OperatorVideoInput;
    if (started === null) {
      const taskQueue = config.TEMPORAL_TASK_QUEUE;
      await startOperatorVideo(client, { taskQueue, input, deadlineMs: PATIENCE_MS });
      await markVideoStarted(db, input.run_id);
      continue;
    }
    if (Date.now() - started.getTime() < config.RECONCILE_GRACE_MS) continue;
    const workflowId = input.workflow_id;
    if ((await workflowStatus(client, workflowId, PATIENCE_MS)) === 'RUNNING') continue;
    await endVideo(parts, input, byService('reconciler', { workflow_id: workflowId }));
  }
};
