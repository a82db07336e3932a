import type Docker from 'dockerode';
import type { IncomingMessage } from 'node:http';
import { LABEL_INSTALLATION } from './container-spec.ts';

const RECONNECT_MS = 1_000;
const MAX_REMEMBERED = 1_000;

/**
 * Listens for kernel reports that a container ran out of memory. They come through the container engine, not from inside the
 * container, and also cover a child process that was killed while its parent kept running.
 */
export class OomWatch {
  readonly #docker: Docker;
  readonly #installation: string;
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  #stream: IncomingMessage | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(docker: Docker, installation: string) {
    this.#docker = docker;
    this.#installation = installation;
    void this.#listen();
  }

  saw(containerId: string): boolean {
    return this.#seen.has(containerId);
  }

  /** Returns whether the container ran out of memory, waiting up to `ms` for a report. */
  async within(containerId: string, ms: number): Promise<boolean> {
    if (this.saw(containerId)) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#waiting.set(containerId, resolve);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(containerId);
    return this.saw(containerId);
  }

  /** Discards a report, so that it does not affect a session's next job. */
  forget(containerId: string): void {
    this.#seen.delete(containerId);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#stream?.destroy();
  }

  async #listen(): Promise<void> {
    const again = (): void => {
      if (this.#closed) return;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.#listen(), RECONNECT_MS);
      this.#retry.unref();
    };
    try {
      const filters = { event: ['oom'], label: [`${LABEL_INSTALLATION}=${this.#installation}`] };
      const stream = (await this.#docker.getEvents({ filters })) as IncomingMessage;
      // The stream is silent until something happens, so it must not time out.
      stream.socket.setTimeout(0);
      this.#stream = stream;
      if (this.#closed) return void stream.destroy();
      stream.on('error', again).on('close', again);
      let rest = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#take(line);
      });
    } catch {
      again();
    }
  }

  #take(line: string): void {
    const { id } = JSON.parse(line) as { id?: string };
    if (id === undefined) return;
    this.#seen.add(id);
    if (this.#seen.size > MAX_REMEMBERED) this.#seen.delete(this.#seen.values().next().value ?? '');
    this.#waiting.get(id)?.();
  }
}
