import { setTimeout as sleep } from 'node:timers/promises';
import { isBrowserNoise } from './noise.ts';

/** The point in a connection at which an attempt was refused. */
export type EgressVia = 'connect' | 'http' | 'websocket' | 'tls' | 'dial' | 'limit';

export interface EgressAttempt {
  /**
   * Host as the client wrote it, truncated to the maximum length of a name; '' if unknown. It may carry data, so mask it before
   * recording.
   */
  readonly host: string;
  readonly port: number | null;
  /** Rule that refused the attempt; docs/egress.md lists the rules. */
  readonly rule: string;
  readonly via: EgressVia;
}

/** A refused attempt or, at the end of a run, the total of attempts without their own rows. */
export interface EgressBlock extends EgressAttempt {
  /** The block's number within its fence, starting at 1. */
  readonly n: number;
  /** `background`: an attempt that the browser made on its own. */
  readonly class: 'attempt' | 'background';
  /** Number of attempts that this block represents. */
  readonly count: number;
}

export interface EgressCounts {
  readonly attempts: number;
  readonly background: number;
  /** Number of attempts without their own block. */
  readonly unreported: number;
  readonly bytes: number;
  readonly connections: number;
}

export interface ReporterOptions {
  /** Maximum number of attempts to report one by one. */
  readonly rows: number;
  readonly onBlock: (block: EgressBlock) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const MAX_HOST = 255;
const TELL_WITHIN_MS = 5_000;

const plain = (host: string): string =>
  host
    .replaceAll(/[^\x21-\x7e]/g, '?')
    .slice(0, MAX_HOST)
    .toLowerCase();

/** Reports refused attempts one after the other. Each is reported before its client gets a response. */
export class Reporter {
  readonly #options: ReporterOptions;
  readonly #background = new Map<string, number>();
  #attempts = 0;
  #unreported = 0;
  #n = 0;
  #reporting: Promise<void> = Promise.resolve();

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  get counts(): Pick<EgressCounts, 'attempts' | 'background' | 'unreported'> {
    const background = [...this.#background.values()].reduce((sum, count) => sum + count, 0);
    return { attempts: this.#attempts, background, unreported: this.#unreported };
  }

  /**
   * Reports a refused attempt. Resolves once it is recorded, or after a few seconds. In both cases, the attempt remains refused.
   */
  async refuse({ host: given, ...attempt }: EgressAttempt): Promise<void> {
    const host = plain(given);
    if (attempt.rule === 'default-deny' && isBrowserNoise(host, attempt.port)) {
      const before = this.#background.get(host) ?? 0;
      this.#background.set(host, before + 1);
      // The first attempt to reach a host is reported at once; later attempts are reported as a total.
      if (before > 0) return;
      await this.#report({ ...attempt, host, class: 'background', count: 1 });
      return;
    }
    this.#attempts += 1;
    if (this.#attempts > this.#options.rows) {
      this.#unreported += 1;
      return;
    }
    await this.#report({ ...attempt, host, class: 'attempt', count: 1 });
  }

  /** Reports the totals of the attempts without their own block, and waits until everything is reported. */
  async close(): Promise<void> {
    const repeated = [...this.#background].map(([host, count]) => ({ host, count: count - 1 }));
    const sums = repeated
      .filter(({ count }) => count > 0)
      .map(({ host, count }) => ({ host, rule: 'default-deny', count, class: 'background' as const }));
    for (const sum of sums) void this.#report({ ...sum, port: null, via: 'connect' });
    if (this.#unreported > 0) {
      const sum = { host: '', port: null, rule: 'rows', via: 'limit', count: this.#unreported } as const;
      void this.#report({ ...sum, class: 'attempt' });
    }
    await this.#patiently(this.#reporting);
  }

  async #report(block: Omit<EgressBlock, 'n'>): Promise<void> {
    const numbered = { ...block, n: (this.#n += 1) };
    this.#reporting = this.#reporting
      .then(async () => this.#options.onBlock(numbered))
      .catch((error: unknown) => this.#options.onError(error));
    await this.#patiently(this.#reporting);
  }

  async #patiently(work: Promise<void>): Promise<void> {
    const patience = new AbortController();
    const late = sleep(TELL_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([work, late]);
    patience.abort();
  }
}
