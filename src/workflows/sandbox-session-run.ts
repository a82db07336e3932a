import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { SandboxSessionActivities } from '../activities/sandboxes/index.ts';
import { MOST_PROGRAMS, programRefOf } from '../governance/developer-sandbox.ts';
import type { SandboxEndReason, SandboxSessionInput, SandboxWord } from '../runs/sandboxes/workflow.ts';
import { isOfType } from './activity-failure.ts';
import { UNTIL_WRITTEN } from './activity-options.ts';
import { openSession, type SandboxSession } from './sandbox-session.ts';

type Program = Extract<SandboxWord, { kind: 'sandbox.run' }>;
type Wish = Extract<SandboxWord, { kind: 'sandbox.end' }>;

const { markSandboxOpen, settleProgram, endSandboxSession } =
  proxyActivities<SandboxSessionActivities>(UNTIL_WRITTEN);

const wordSignal = defineSignal<[SandboxWord]>('word');

/**
 * Owns a developer's sandbox: opens it, runs the programs that signals name, one after another, and destroys it when somebody ends
 * it, when it was idle for too long, at the end of its life, or when it is lost.
 */
export const sandboxSession = async (input: SandboxSessionInput): Promise<void> => {
  const words = listen();
  const ref = { team_id: input.team_id, ledger_ref: input.ledger_ref };
  const end = async (because: SandboxEndReason): Promise<void> =>
    CancellationScope.nonCancellable(async () => endSandboxSession({ ...ref, because }));
  let session: SandboxSession;
  try {
    // If opening were abandoned half-way, nobody would close the sandbox.
    session = await CancellationScope.nonCancellable(async () => openSession(optionsOf(input)));
  } catch (error) {
    return end(whyUnopened(error));
  }
  const steps = { next: 2 };
  let because: SandboxEndReason;
  try {
    because = (await markSandboxOpen(ref))
      ? await serve({ input, session, words, steps, until: Date.now() + input.lifetime_ms })
      : 'unavailable';
  } catch (error) {
    because = isCancellation(error) ? 'deleted' : 'lost';
  }
  await session.close(steps.next, words.end()?.asked_by);
  await end(because);
};

interface Words {
  /** Returns the next program and removes it. */
  readonly take: () => Program | undefined;
  /** Returns the wish to end the sandbox. */
  readonly end: () => Wish | undefined;
  /** Resolves when there is such a wish. */
  readonly ended: Promise<void>;
  readonly isWaiting: () => boolean;
  /** Number of programs so far. */
  readonly count: () => number;
}

/** Collects signals. Each program counts once, and so does the first wish to end the sandbox. */
const listen = (): Words => {
  const waiting: Program[] = [];
  const seen = new Set<number>();
  let wish: Wish | undefined;
  const ended = Promise.withResolvers<void>();
  setHandler(wordSignal, (word) => {
    if (word.kind === 'sandbox.end') {
      wish ??= word;
      ended.resolve();
    } else if (!seen.has(word.n)) {
      seen.add(word.n);
      waiting.push(word);
    }
  });
  return {
    take: () => waiting.shift(),
    end: () => wish,
    ended: ended.promise,
    isWaiting: () => wish !== undefined || waiting.length > 0,
    count: () => seen.size,
  };
};

interface Served {
  readonly input: SandboxSessionInput;
  readonly session: SandboxSession;
  readonly words: Words;
  /** The next free step number. */
  readonly steps: { next: number };
  readonly until: number;
}

/** Runs programs until the sandbox has to end. @returns why */
const serve = async (served: Served): Promise<SandboxEndReason> => {
  const { input, words, until } = served;
  for (;;) {
    const left = until - Date.now();
    const patience = Math.min(input.idle_ms, left);
    const isWoken = patience > 0 && (await condition(words.isWaiting, patience));
    const wish = words.end();
    if (wish !== undefined) return wish.because;
    if (!isWoken) return left <= input.idle_ms ? 'lifetime' : 'idle';
    const program = words.take();
    const because = program && (await run(served, program));
    if (because !== undefined) return because;
    if (words.count() >= MOST_PROGRAMS && !words.isWaiting()) return 'programs';
  }
};

/** Runs a program, which a wish to end the sandbox stops. @returns why the sandbox is gone; undefined if it is not */
const run = async (
  { input: { team_id, ledger_ref }, session, words, steps }: Served,
  program: Program,
): Promise<SandboxEndReason | undefined> => {
  const { n, timeout_ms: timeoutMs, asked_by: askedBy } = program;
  const step = steps.next;
  const running = session.run({ jobRef: programRefOf(ledger_ref, n), step, timeoutMs, askedBy });
  try {
    await Promise.race([running, words.ended]);
    // Closing the sandbox stops the program, whose row then says that it was interrupted.
    if (words.end() !== undefined) await session.close(step + 1, words.end()?.asked_by);
    steps.next = (await running).next_step;
  } catch (error) {
    running.catch(() => undefined);
    if (isOfType(error, 'Suspended')) return 'suspended';
    if (!isOfType(error, 'Refused')) {
      // The row of the lost program has used this step.
      steps.next = step + 1;
      return words.end()?.because ?? (isCancellation(error) ? 'deleted' : 'lost');
    }
    await settleProgram({ team_id, ledger_ref, n, state: 'refused' });
    return undefined;
  }
  await settleProgram({ team_id, ledger_ref, n, state: 'done' });
  return undefined;
};

const optionsOf = (input: SandboxSessionInput) => ({
  team_id: input.team_id,
  ledger_ref: input.ledger_ref,
  task_queue: input.sandbox_queue,
  profile: input.profile,
  memory_mb: input.memory_mb,
  kept: true,
  lifetime_ms: input.lifetime_ms,
  wait_ms: input.wait_ms,
  metadata: {},
  step: 1,
  ...(input.asked_by !== undefined && { asked_by: input.asked_by }),
});

const whyUnopened = (error: unknown): SandboxEndReason => {
  if (isOfType(error, 'Suspended')) return 'suspended';
  return isOfType(error, 'SandboxesBusy') ? 'busy' : 'unavailable';
};
