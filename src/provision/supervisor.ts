import { setTimeout as sleep } from 'node:timers/promises';
import { explain, ProvisionError } from './problem.ts';
import { recordProcesses } from './orphans.ts';
import type { Recorded } from './orphans.ts';
import { identify } from '../process/identity.ts';
import type { Exit, Running } from './processes.ts';

export interface Service<T extends Running = Running> {
  /** Name used in messages, such as "the API". */
  readonly name: string;
  readonly start: () => Promise<T>;
  readonly stopSignal: NodeJS.Signals;
  /** Maximum time that the process may take to stop before it is killed. */
  readonly patienceMs: number;
  /**
   * Give up the whole start if the process exits unexpectedly this many times within a minute; if undefined, restart it forever.
   */
  readonly giveUpAfter?: number;
}

interface Supervised {
  readonly service: Service;
  running: Running | undefined;
  readonly ends: number[];
}

const MINUTE_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

const ending = ({ code, signal }: Exit): string => signal ?? `exit code ${code}`;

/** Keeps a start's processes running. Restarts any that exit unexpectedly, and stops all of them in reverse order. */
export class Supervisor {
  readonly #dataDir: string;
  readonly #say: (line: string) => void;
  readonly #giveUp: (problem: ProvisionError) => void;
  readonly #all: Supervised[] = [];
  readonly #lasts: { readonly name: string; readonly stop: () => Promise<void> }[] = [];
  readonly #stopping = new AbortController();
  /** Chains the writes of the process list, so that the newest list is the one that ends up on disk. */
  #recorded: Promise<void> = Promise.resolve();

  constructor(
    dataDir: string,
    hooks: { readonly say: (line: string) => void; readonly giveUp: (problem: ProvisionError) => void },
  ) {
    this.#dataDir = dataDir;
    this.#say = hooks.say;
    this.#giveUp = hooks.giveUp;
  }

  /** Starts a service and watches it from then on. @throws any error from starting it */
  async add<T extends Running>(service: Service<T>): Promise<T> {
    const supervised: Supervised = { service, running: undefined, ends: [] };
    this.#all.push(supervised);
    const running: T = await service.start();
    await this.#watch(supervised, running);
    return running;
  }

  /** Registers something that is not one of our processes but must be stopped after the processes that use it. */
  endAfterwards(name: string, stop: () => Promise<void>): void {
    this.#lasts.push({ name, stop });
  }

  /** Stops everything, starting with the process added last. Kills each one that does not stop within its `patienceMs`. */
  async stop(say: (line: string) => void): Promise<void> {
    this.#stopping.abort();
    for (const { service, running } of this.#all.toReversed()) {
      if (running === undefined) continue;
      await running.stop(service.patienceMs);
      say(`  ✓ ${service.name} stopped`);
    }
    for (const { name, stop } of this.#lasts.toReversed()) {
      await stop();
      say(`  ✓ ${name} released`);
    }
    await this.#record();
  }

  kill(): void {
    this.#stopping.abort();
    for (const { running } of this.#all.toReversed()) running?.kill();
  }

  async #watch(supervised: Supervised, running: Running): Promise<void> {
    supervised.running = running;
    void this.#whenEnded(supervised, running);
    if (this.#stopping.signal.aborted) await running.stop(supervised.service.patienceMs);
    else await this.#record();
  }

  async #whenEnded(supervised: Supervised, running: Running): Promise<void> {
    const exit = await running.exited;
    supervised.running = undefined;
    if (!this.#stopping.signal.aborted) await this.#restart(supervised, ending(exit));
  }

  async #restart(supervised: Supervised, why: string): Promise<void> {
    const { service, ends } = supervised;
    let reason = why;
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt += 1) {
      ends.push(Date.now());
      const lately = ends.filter((at) => at > Date.now() - MINUTE_MS).length;
      if (lately > (service.giveUpAfter ?? Infinity)) {
        this.#giveUp(
          new ProvisionError(
            `${service.name} ended ${lately} times within a minute, last with ${reason}.`,
            `Everything was stopped. The logs in ${this.#dataDir}/log say why; fix the cause and start again.`,
          ),
        );
        return;
      }
      this.#say(`  ! ${service.name} ended (${reason}) and is being restarted`);
      try {
        await sleep(
          Math.min(FIRST_WAIT_MS * 2 ** Math.max(attempt, lately - 1), LONGEST_WAIT_MS),
          undefined,
          {
            signal: this.#stopping.signal,
          },
        );
        const running = await service.start();
        await this.#watch(supervised, running);
        this.#say(`  ✓ ${service.name} is back`);
        return;
      } catch (error) {
        reason = explain(error);
      }
    }
  }

  async #record(): Promise<void> {
    const write = async (): Promise<void> => recordProcesses(this.#dataDir, this.#identities());
    this.#recorded = this.#recorded.then(write, write);
    await this.#recorded;
  }

  #identities(): readonly Recorded[] {
    return this.#all.flatMap(({ service, running }) => {
      const identity = running === undefined ? undefined : identify(running.pid);
      return identity === undefined ? [] : [{ ...identity, stopSignal: service.stopSignal }];
    });
  }
}
