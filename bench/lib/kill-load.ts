import { verticalIds } from '../../src/contract/common.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Work acknowledged by the service. All of it must be in the ledger, complete and exactly once. */
export interface Acknowledged {
  /** ledger_ref of each scan. */
  readonly scans: string[];
  /** Id of each run, with its vertical. */
  readonly runs: { readonly id: string; readonly vertical: string }[];
  /** Number of requests that got no response, or whose response asked the client to retry. */
  failed: number;
}

const REQUEST_MS = 15_000;
/** Maximum number of runs in progress, which have to catch up after a kill. */
const RUNS_OPEN = 24;
/** Pause between a client's requests. The load is low because the bench tests kills rather than throughput. */
const THINK_MS = 25;

/**
 * Starts clients that continue despite outages. They drop a scan that gets no response, but request a run again with the same
 * Idempotency-Key until it is accepted.
 */
export const startLoad = (url: string, key: string, clients: number) => {
  const acknowledged: Acknowledged = { scans: [], runs: [], failed: 0 };
  const stopping = new AbortController();

  const post = async (
    path: string,
    body: object,
    headers = {},
  ): Promise<Record<string, string> | undefined> => {
    try {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const answer = (await response.json()) as Record<string, string>;
      if (response.ok) return answer;
    } catch {
      // Without a response, the row may or may not exist, because the service has not acknowledged it.
    }
    acknowledged.failed += 1;
    await sleep(50);
    return undefined;
  };

  const startRun = async (vertical: string): Promise<void> => {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const run = await post(`/v1/workforce/verticals/${vertical}/runs`, {}, headers);
      if (run !== undefined) {
        acknowledged.runs.push({ id: run['id']!, vertical });
        return;
      }
      if (stopping.signal.aborted) return;
    }
  };

  const isFull = async (): Promise<boolean> => {
    const open = await fetch(`${url}/v1/workforce/runs?status=running&limit=100`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(REQUEST_MS),
    }).then(
      async (response) =>
        response.ok ? ((await response.json()) as { runs: unknown[] }).runs.length : RUNS_OPEN,
      () => RUNS_OPEN,
    );
    return open >= RUNS_OPEN;
  };

  const client = async (number: number): Promise<void> => {
    for (let turn = number; !stopping.signal.aborted; turn += 1) {
      if (turn % 10 === 0 && !(await isFull()))
        await startRun(verticalIds[(turn / 10) % verticalIds.length]!);
      const scan = await post('/v1/govern/scan', { text: `PAN ABCPK1234L, turn ${turn}` });
      if (scan !== undefined) acknowledged.scans.push(scan['ledger_ref']!);
      await sleep(THINK_MS);
    }
  };
  const done = Promise.all(Array.from({ length: clients }, async (_, number) => client(number)));
  return {
    acknowledged,
    stop: async (): Promise<Acknowledged> => {
      stopping.abort();
      await done;
      return acknowledged;
    },
  };
};
