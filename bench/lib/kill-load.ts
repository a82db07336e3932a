import { verticalIds } from '../../src/contract/common.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the service said yes to: every one of these must be in the ledger, whole and once. */
export interface Acknowledged {
  /** ledger_ref of scans. */
  readonly scans: string[];
  /** id of runs, with their vertical. */
  readonly runs: { readonly id: string; readonly vertical: string }[];
  /** Requests that got no answer, or one that says to come back. */
  failed: number;
}

const REQUEST_MS = 15_000;
/** Runs under way at most: after a kill, they are what has to catch up. */
const RUNS_OPEN = 24;
/** Between two requests of a client: the kills are the test, not the rate. */
const THINK_MS = 25;

/**
 * Clients that go on through every outage: a scan that was not answered is dropped, a run is asked for again under the same
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
      // No answer: the row may be there or not, and nothing was promised.
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
