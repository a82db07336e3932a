import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { SandboxSessionActivities } from '../activities/sandboxes/index.ts';
import type { SandboxEndReason } from '../contract/sandbox.ts';
import {
  envRefOf,
  jobRefOf,
  type SandboxSessionInput,
  type SandboxWord,
} from '../runs/sandboxes/workflow.ts';
import { UNTIL_WRITTEN } from './activity-options.ts';
import { openSession, type SandboxSession } from './sandbox-session.ts';

const { markSandboxOpen, settleSandboxJob, endSandboxSession } =
  proxyActivities<SandboxSessionActivities>(UNTIL_WRITTEN);

const wordSignal = defineSignal<[SandboxWord]>('word');

/** Milliseconds for the program that sets environment variables. */
const ENV_MS = 10_000;

/**
 * Owns a developer's sandbox: opens it, runs the programs that signals name, one after another, and destroys it when somebody ends it,
 * when nothing came for long enough, at the end of its life, or when it is lost.
 */
export const sandboxSession = async (input: SandboxSessionInput): Promise<void> => {
  const waiting: SandboxWord[] = [];
  const seen = new Set<number>();
  let isEnded = false;
  setHandler(wordSignal, (word) => {
    if (word.kind === 'sandbox.end') isEnded = true;
    else if (!seen.has(word.n)) waiting.push(word);
    seen.add(word.n);
  });
  const ref = { team_id: input.team_id, ledger_ref: input.ledger_ref };
  const end = async (because: SandboxEndReason): Promise<void> =>
    CancellationScope.nonCancellable(async () => endSandboxSession({ ...ref, because }));

  let session: SandboxSession;
  try {
    session = await CancellationScope.nonCancellable(async () => openSession(optionsOf(input)));
  } catch (error) {
    await end(reasonOf(error, 'unavailable'));
    return;
  }
  const until = Date.now() + input.lifetime_ms;
  let step = 2;
  let because: SandboxEndReason = 'idle';
  let isPrepared = false;
  try {
    await markSandboxOpen(ref);
    for (;;) {
      const left = until - Date.now();
      const woken =
        left > 0 && (await condition(() => isEnded || waiting.length > 0, Math.min(input.idle_ms, left)));
      if (isEnded) because = 'deleted';
      else if (!woken) because = left <= input.idle_ms ? 'lifetime' : 'idle';
      const word = waiting.shift();
      if (isEnded || !woken || word === undefined) break;
      const jobs = [
        ...(word.sets_env && !isPrepared ? [{ ref: envRefOf(input.ledger_ref, word.n), ms: ENV_MS }] : []),
        { ref: jobRefOf(input.ledger_ref, word.n), ms: word.timeout_ms },
      ];
      try {
        for (const { ref: jobRef, ms } of jobs) {
          const running = session.run({ jobRef, step, timeoutMs: ms });
          await Promise.race([running, condition(() => isEnded)]);
          if (isEnded) {
            await session.close(step + 1);
            await running.catch(() => undefined);
            break;
          }
          const ran = await running;
          step = ran.next_step;
          isPrepared = !ran.variables_lost;
        }
        if (!isEnded) await settleSandboxJob({ ...ref, n: word.n, state: 'done' });
      } catch (error) {
        if (!isOfType(error, 'Refused')) {
          // The row of the lost code has used this step.
          step += 1;
          because = reasonOf(error, 'lost');
          break;
        }
        await settleSandboxJob({ ...ref, n: word.n, state: 'refused' });
      }
    }
  } catch (error) {
    because = isCancellation(error) ? 'deleted' : 'lost';
  }
  await session.close(step);
  await end(because);
};

const optionsOf = (input: SandboxSessionInput) => ({
  team_id: input.team_id,
  ledger_ref: input.ledger_ref,
  task_queue: input.sandbox_queue,
  profile: input.profile,
  lifetime_ms: input.lifetime_ms,
  wait_ms: input.wait_ms,
  metadata: { sandbox: input.ledger_ref },
  step: 1,
  ...(input.asked_by !== undefined && { asked_by: input.asked_by }),
});

const reasonOf = (error: unknown, otherwise: SandboxEndReason): SandboxEndReason => {
  if (isOfType(error, 'Suspended')) return 'suspended';
  return isOfType(error, 'SandboxesBusy') ? 'busy' : otherwise;
};

const isOfType = (error: unknown, type: string): boolean =>
  error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === type;
