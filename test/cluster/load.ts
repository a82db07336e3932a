import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SentRun {
  readonly key: string;
  readonly id: string;
  readonly sentAt: number;
  readonly endedAt: number;
  readonly status: string;
}

export interface Load {
  /** Runs that have ended. */
  readonly ended: readonly SentRun[];
  /** Resolves when a run that was sent after a moment has ended, with the milliseconds from that moment. */
  readonly nextAfter: (moment: number) => Promise<number>;
  /** Resolves when all runs that were sent have ended. */
  readonly stop: () => Promise<void>;
}

const LANES = 3;
const REQUEST_MS = 10_000;
const PAUSE_MS = 200;

/** Sends runs and follows each to its end, as clients do: a request that failed is repeated with the same key. */
export const startLoad = (url: string, apiKey: string): Load => {
  const ended: SentRun[] = [];
  const stopping = new AbortController();
  const ask = async (method: string, path: string, key?: string): Promise<Record<string, unknown>> => {
    for (;;) {
      try {
        const reply = await fetch(url + path, {
          method,
          headers: {
            authorization: `Bearer ${apiKey}`,
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          signal: AbortSignal.timeout(REQUEST_MS),
        });
        if (reply.ok) return (await reply.json()) as Record<string, unknown>;
        if (reply.status < 500 && reply.status !== 409 && reply.status !== 429)
          throw new RangeError(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
      } catch (error) {
        if (error instanceof RangeError) throw error;
      }
      await sleep(PAUSE_MS);
    }
  };
  const lane = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const [key, sentAt] = [randomUUID(), Date.now()];
      const { id } = (await ask('POST', '/v1/workforce/verticals/kyc/runs', key)) as { id: string };
      for (;;) {
        const { status } = (await ask('GET', `/v1/workforce/runs/${id}`)) as { status: string };
        if (status !== 'running') {
          ended.push({ key, id, sentAt, endedAt: Date.now(), status });
          break;
        }
        await sleep(PAUSE_MS);
      }
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  lanes.catch(() => undefined);
  const nextAfter = async (moment: number): Promise<number> => {
    for (;;) {
      const found = ended.find(({ sentAt }) => sentAt >= moment);
      if (found !== undefined) return found.endedAt - moment;
      await Promise.race([sleep(50), lanes]);
    }
  };
  return {
    ended,
    nextAfter,
    stop: async () => {
      stopping.abort();
      await lanes;
    },
  };
};
