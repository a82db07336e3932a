import type { Started } from './container.ts';
import { SandboxClosedError, SandboxLostError } from './errors.ts';
import type { Profile, RunJob, RunOutcome } from './job.ts';
import { jobMessage } from './job-message.ts';
import type { OomWatch } from './oom-watch.ts';
import { mayBeOutOfMemory, outcomeOf, remainsOf } from './outcome.ts';
import { startPatience } from './patience.ts';
import { nothingReceived } from './report.ts';

/** The supervisor enforces the time limit. The host ends the container this much later in any case. */
const HOST_CLOCK_MS = 600;
/** Maximum time between the program's end and the report on its results. */
const REPORT_WITHIN_MS = 5_000;
const INPUT_WITHIN_MS = 20_000;
const OOM_WORD_WITHIN_MS = 400;
/**
 * Maximum time to wait for the container engine to report that memory ran out, once the sandbox is gone. The engine is then the
 * only source, and may be slow under a job that uses up all memory.
 */
const OOM_LAST_WORD_WITHIN_MS = 1_500;
const RETIRE_AFTER_MS = 25;

export interface SandboxOptions {
  readonly profile: Profile;
  readonly lifetimeMs: number;
  /** Whether Python variables persist between jobs. If not, every job runs as a separate program. Files persist either way. */
  readonly session: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly oom: OomWatch;
  /** Ends and removes the container. */
  readonly release: (started: Started) => Promise<void>;
  /** Whether others are waiting for a sandbox. */
  readonly isAwaited: () => boolean;
  /** Called with the reason if a sandbox is lost during its job. */
  readonly onLost: (error: SandboxLostError) => void;
  /** Called when a job begins and when it ends. */
  readonly onBusy: (busy: boolean) => void;
}

/** One container for one owner, until it is closed or its lifetime ends. */
export class Sandbox {
  readonly id: string;
  readonly profile: Profile;
  readonly metadata: Readonly<Record<string, string>>;
  readonly #started: Started;
  readonly #options: SandboxOptions;
  readonly #endsAt: number;
  readonly #life: NodeJS.Timeout;
  #running: Promise<RunOutcome> | undefined;
  #closing: Promise<void> | undefined;

  constructor(started: Started, options: SandboxOptions) {
    this.id = started.sandboxId;
    this.profile = options.profile;
    this.metadata = options.metadata;
    this.#started = started;
    this.#options = options;
    this.#endsAt = performance.now() + options.lifetimeMs;
    this.#life = setTimeout(() => void this.#endOfLife(), options.lifetimeMs);
    this.#life.unref();
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Runs one job. Only one job can run at a time.
   * @throws JobRefusedError (nothing ran, the sandbox stays open), SandboxClosedError, SandboxLostError (the container was lost
   * for an external reason)
   */
  async run(job: RunJob): Promise<RunOutcome> {
    if (this.closed) throw new SandboxClosedError();
    if (this.#running !== undefined) throw new Error('a job is already running in this sandbox');
    this.#running = this.#run(job);
    this.#options.onBusy(true);
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
      this.#options.onBusy(false);
    }
  }

  /**
   * Reads up to `maxBytes` of a regular file below /tmp, by its name in `files`. The supervisor reads it with the sandbox user's
   * rights, without following links.
   * @returns the content and the file's whole size; undefined if there is no such file
   * @throws SandboxClosedError, SandboxLostError
   */
  async readFile(name: string, maxBytes: number): Promise<{ content: Buffer; size: number } | undefined> {
    if (this.closed) throw new SandboxClosedError();
    return this.#started.channel.readFile(name, Math.min(maxBytes, 8 * 1024 * 1024));
  }

  /** Destroys the sandbox, even if a job is still running in it. Resolves once the container is gone. */
  close(): Promise<void> {
    clearTimeout(this.#life);
    this.#closing ??= this.#options.release(this.#started);
    return this.#closing;
  }

  /**
   * Destroys the sandbox after a moment, or at once if others are waiting for one. Ending a container takes more CPU time than
   * the job did, and the response is still being sent.
   */
  retire(): void {
    const close = (): void => void this.close().catch(() => undefined);
    if (this.#options.isAwaited()) close();
    else setTimeout(close, RETIRE_AFTER_MS);
  }

  async #endOfLife(): Promise<void> {
    // A job's own limit never exceeds the sandbox's lifetime, so this waits only for a moment.
    await Promise.allSettled([this.#running]);
    await this.close();
  }

  async #run(job: RunJob): Promise<RunOutcome> {
    const { channel, containerId } = this.#started;
    const { oom, session } = this.#options;
    const timeoutMs = Math.min(job.timeoutMs, this.#endsAt - performance.now());
    if (timeoutMs <= 0) throw new SandboxClosedError();
    const message = jobMessage(job, session, timeoutMs);
    const received = nothingReceived();
    const begun = performance.now();
    let timedOut = false;
    let patience = startPatience(INPUT_WITHIN_MS, () => channel.close());
    const cutOffIn = (ms: number): void => {
      patience.end();
      patience = startPatience(ms, () => {
        timedOut = true;
        void this.close();
      });
    };
    oom.forget(containerId);
    try {
      await channel.run(message, received, {
        onAccepted: () => cutOffIn(timeoutMs + HOST_CLOCK_MS),
        onEnded: () => cutOffIn(REPORT_WITHIN_MS),
      });
    } catch (error) {
      if (!(error instanceof SandboxLostError)) throw error;
      void this.close();
      if (!error.started) throw error;
      if (!timedOut && !(await oom.within(containerId, OOM_LAST_WORD_WITHIN_MS))) {
        this.#options.onLost(error);
        throw new SandboxLostError(true, { cause: error, remains: remainsOf(received) });
      }
    } finally {
      patience.end();
    }
    const oomKilled =
      !timedOut && mayBeOutOfMemory(received) && received.end?.ended_by !== 'timeout'
        ? await oom.within(containerId, OOM_WORD_WITHIN_MS)
        : oom.saw(containerId);
    return outcomeOf(received, { timedOut, oomKilled, durationMs: performance.now() - begun });
  }
}
