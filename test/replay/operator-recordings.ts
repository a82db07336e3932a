import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { startOperatorBody } from '../../src/contract/operator.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { createOperatorRun } from '../../src/runs/operator/create.ts';
import { readOperatorRun } from '../../src/runs/operator/runs.ts';
import { signalApproval, startOperatorRun } from '../../src/runs/operator/start.ts';
import { startOperatorVideo } from '../../src/runs/operator/start-video.ts';
import { askForVideo, findVideo } from '../../src/runs/operator/videos.ts';
import { queuesOf } from '../../src/temporal/queues.ts';
import { openai } from '../model-provider/openai.ts';
import { type Reply, type Said, stream, whole } from '../model-provider/replies.ts';
import { turnOf } from '../model-provider/scripts.ts';
import type { Script } from '../model-provider/server.ts';
import { someKey } from '../helpers/actors.ts';

const turn = (...calls: readonly object[]): Said => ({
  calls: calls.map((given) => ({ tool: 'computer', arguments: given })),
});
const say = (...turns: readonly Said[]): readonly Reply[] => turns.map((said) => whole(openai, said));

/** Runs that together schedule every kind of activity and end in every way; they do not need a page. */
const RUNS: Readonly<Record<string, { readonly replies: readonly Reply[]; readonly cancel?: boolean }>> = {
  operator: {
    replies: say(
      turn({ action: 'screenshot' }),
      turn({ action: 'clik' }, { action: 'wait', ms: 10 }),
      turn({ action: 'wait', ms: 10 }, { action: 'cursor' }),
      turn({ action: 'finish', success: true, result: 'done' }),
    ),
  },
  'operator-approval': {
    replies: say(
      turn({ actions: [{ type: 'screenshot' }], pending_safety_checks: [{ code: 'irrelevant_domain' }] }),
      turn({ action: 'finish', success: false, result: 'no' }),
    ),
  },
  'operator-cancelled': {
    replies: [...say(turn({ action: 'wait', ms: 10 })), stream([{ hang: true }])],
    cancel: true,
  },
};

/** Returns the replies to the model's requests in these runs, or undefined for other conversations. */
export const operatorScript: Script = (asked) => {
  const [, name = ''] = /recorded (operator[a-z-]*)\./.exec(asked.raw) ?? [];
  return RUNS[name]?.replies[turnOf(asked) - 1];
};

/**
 * Runs every entry of RUNS to completion.
 * @returns the workflow ids by entry name
 */
export const recordOperators = async (given: {
  readonly client: Client;
  readonly db: Db;
  readonly ring: KeyRing;
  readonly teamId: string;
}): Promise<Readonly<Record<string, string>>> => {
  const { client, db, ring, teamId } = given;
  const ids: Record<string, string> = {};
  for (const [name, { cancel }] of Object.entries(RUNS)) {
    const wish = startOperatorBody.parse({ task: `This is recorded ${name}.`, max_steps: 20 });
    const taskQueue = queuesOf('steps').sandboxes;
    const bounds = { tokens: 1_000_000, cost: 0 };
    const input = await db.transaction().execute((tx) =>
      createOperatorRun(tx, ring, {
        teamId,
        askedBy: someKey,
        wish,
        allow: [],
        model: { name: 'fake-model' },
        bounds,
        taskQueue,
      }),
    );
    await startOperatorRun(client, { taskQueue: 'steps', input, deadlineMs: 10_000 });
    const runId = input.run_id;
    ids[name] = runId;
    for (;;) {
      const run = await readOperatorRun(db, ring, { teamId, runId });
      if (run?.status === 'done') break;
      const question = run?.pending_approval;
      if (question != null)
        await signalApproval(client, runId, {
          id: question.id,
          approve: true,
          key_id: someKey.id,
          actor: someKey,
          at: new Date().toISOString(),
        });
      if (cancel === true && run?.steps.length === 1) await client.workflow.getHandle(runId).cancel();
      await sleep(300);
    }
  }
  ids['operator-video'] = await recordVideo(given, ids['operator']!);
  return ids;
};

/** Has a video of a run made. @returns the workflow's id */
const recordVideo = async (
  { client, db, teamId }: Pick<Parameters<typeof recordOperators>[0], 'client' | 'db' | 'teamId'>,
  runId: string,
): Promise<string> => {
  const ref = { teamId, runId };
  const input = (await db.transaction().execute((tx) => askForVideo(tx, ref, someKey)))!;
  await startOperatorVideo(client, { taskQueue: 'steps', input, deadlineMs: 10_000 });
  const workflowId = input.workflow_id;
  await client.workflow.getHandle(workflowId).result();
  const video = await findVideo(db, ref);
  if (video?.status !== 'ready') throw new Error('the video could not be made');
  return workflowId;
};
