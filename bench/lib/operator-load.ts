import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { modelEnv } from '../../test/helpers/live.ts';
import { onPage } from '../../test/runs/operator/site.ts';
import { openai } from '../../test/model-provider/openai.ts';
import type { Said } from '../../test/model-provider/replies.ts';
import { byTurn } from '../../test/model-provider/scripts.ts';
import { startFakeProvider } from '../../test/model-provider/server.ts';

const SIDE_BY_SIDE = 2;
const REQUEST_MS = 15_000;
/** Maximum time to wait for a run, because a lost one would never end. */
const DONE_WITHIN_MS = 300_000;

const turn = (action: object): Said => ({ calls: [{ tool: 'computer', arguments: action }] });

/** Each run's script: some seconds of work on a page or on the bare desktop. */
const TURNS: readonly Said[] = [
  turn({ action: 'click', at: onPage(300, 80) }),
  ...['one ', 'two ', 'three ', 'four '].flatMap((text) => [
    turn({ action: 'type', text }),
    turn({ action: 'wait', ms: 400 }),
    turn({ action: 'move', at: [400, 400] }),
  ]),
  // Repeated because the model is asked again if recording the run's end failed.
  ...Array.from({ length: 30 }, () => turn({ action: 'finish', success: true, result: 'done' })),
];

export interface OperatorLoad {
  /** Settings for a service that uses the scripted model. */
  readonly env: Readonly<Record<string, string>>;
  readonly begin: (
    url: string,
    key: string,
  ) => { readonly started: readonly string[]; readonly stop: () => Promise<void> };
  readonly close: () => Promise<void>;
}

/** Starts operator runs with a scripted model, keeping several in progress, and polls each until it is done. */
export const startOperatorLoad = async (): Promise<OperatorLoad> => {
  const provider = await startFakeProvider(openai, byTurn(openai, ...TURNS));
  return {
    env: modelEnv(provider.baseUrl, { MODEL_IDLE_TIMEOUT_MS: '60000' }),
    begin: (url, key) => {
      const started: string[] = [];
      const stopping = new AbortController();
      const ask = async (
        method: string,
        path: string,
        body?: object,
      ): Promise<Record<string, unknown> | undefined> => {
        try {
          const response = await fetch(url + path, {
            method,
            headers: {
              authorization: `Bearer ${key}`,
              'content-type': 'application/json',
              ...(body !== undefined && { 'idempotency-key': randomUUID() }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
            signal: AbortSignal.timeout(REQUEST_MS),
          });
          return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
        } catch {
          return undefined;
        }
      };
      const client = async (number: number): Promise<void> => {
        for (let n = number; !stopping.signal.aborted; n += 1) {
          const page = n % 2 === 0 ? { url: 'http://claims.test/form.html' } : {};
          const run = await ask('POST', '/v1/operators/run', {
            task: 'Fill the form.',
            max_steps: 40,
            ...page,
          });
          if (run === undefined) {
            await sleep(200);
            continue;
          }
          const id = run['run_id'] as string;
          started.push(id);
          const until = Date.now() + DONE_WITHIN_MS;
          while (
            (await ask('GET', `/v1/operators/runs/${id}`))?.['status'] !== 'done' &&
            Date.now() < until
          ) {
            await sleep(300);
          }
        }
      };
      const clients = Array.from({ length: SIDE_BY_SIDE }, async (_, number) => client(number));
      return {
        started,
        stop: async () => {
          stopping.abort();
          await Promise.all(clients);
        },
      };
    },
    close: provider.close,
  };
};
