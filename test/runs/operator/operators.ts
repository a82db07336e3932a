import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { OperatorRunBody } from '../../../src/contract/operator.ts';
import { connectContainerEngine } from '../../../src/sandbox/connect.ts';
import { imageSettings } from '../../../src/sandbox/image-settings.ts';
import { createImages } from '../../../src/sandbox/images.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { sandboxEnv } from '../../helpers/sandboxes.ts';
import type { TestService } from '../../helpers/service.ts';
import { bootService } from '../../helpers/use-service.ts';
import { openai } from '../../model-provider/openai.ts';
import type { Said, Wire } from '../../model-provider/replies.ts';
import { byTurn, turnOf } from '../../model-provider/scripts.ts';
import {
  type Asked,
  type FakeProvider,
  type Script,
  startFakeProvider,
} from '../../model-provider/server.ts';
import { type Site, startSite } from './site.ts';

export type Action = Readonly<Record<string, unknown>>;

/** Returns a turn in which the model makes these calls. */
export const turn = (...calls: readonly (Action | string)[]): Said => ({
  calls: calls.map((given) => ({ tool: 'computer', arguments: given })),
});

export const press = (keys: string, repeat?: number): Action => ({
  action: 'key',
  keys,
  ...(repeat !== undefined && { repeat }),
});
export const type = (text: string): Action => ({ action: 'type', text });
export const wait = (ms: number): Action => ({ action: 'wait', ms });

export interface OperatorLab {
  readonly service: TestService;
  readonly site: Site;
  readonly provider: FakeProvider;
  /** Starts a run whose model plays these turns in order. */
  readonly start: (
    wish: Readonly<Record<string, unknown>>,
    turns: readonly Said[] | Script,
  ) => Promise<{ readonly run_id: string; readonly stream_url: string; readonly sandbox_id: string }>;
  readonly read: (runId: string) => Promise<OperatorRunBody>;
  readonly done: (runId: string) => Promise<OperatorRunBody>;
  /** Starts a run and returns it once it has ended. */
  readonly run: (
    wish: Readonly<Record<string, unknown>>,
    turns: readonly Said[] | Script,
  ) => Promise<OperatorRunBody>;
  /** Returns the requests that the model received in a run. */
  readonly askedIn: (task: string) => readonly Asked[];
}

/** Ends a wait before the time limit of the longest tests, so that the failure shows the run. */
const PATIENCE_MS = 170_000;

let marks = 0;

/**
 * Returns turns of which the last waits until the page has shown the effect of the others. On a busy machine
 * that takes longer than the desktop waits, and actions shortly before the desktop is removed would be lost.
 * The desktop opens for the first call, when the page may not be drawn yet, so the first call only looks.
 */
export const paced = (turns: readonly Said[], seen: () => Promise<unknown>, wire: Wire = openai): Script => {
  const script = byTurn(wire, turn({ action: 'screenshot' }), ...turns);
  return async (asked) => {
    if (turnOf(asked) === turns.length + 1) await seen();
    return script(asked);
  };
};

/**
 * Returns a script that waits after its first turn until a page has been drawn, because a browser ignores
 * earlier input.
 */
const onceDrawn = (script: Script, site: Site, url: unknown): Script => {
  const page = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (page?.hostname !== 'claims.test') return script;
  return async (asked) => {
    if (turnOf(asked) > 1) await site.drawn(`${page.pathname}${page.search}`);
    return script(asked);
  };
};

/** Returns a script that also keeps what it threw, because a run whose model never answers does not say why. */
const watched =
  (script: Script, failures: unknown[]): Script =>
  async (asked) => {
    try {
      return await script(asked);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };

interface LabOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly worker?: boolean;
  readonly wire?: Wire;
  /** Script for conversations of other kinds of runs. */
  readonly otherwise?: Script;
}

/** Starts a lab for the tests of a file and closes it after them. */
export const useOperatorLab = async (options?: LabOptions): Promise<OperatorLab> =>
  bootOperatorLab(atEnd, options);

/**
 * Starts a service with a scripted model, and pages for its desktops. Runs are distinguished by a mark in their task. `end` is
 * atEnd or a test's onTestFinished; it gets the functions that close the parts.
 */
export const bootOperatorLab = async (
  end: (close: () => Promise<void>) => void,
  options: LabOptions = {},
): Promise<OperatorLab> => {
  // The image is built on first use, which takes minutes on a new machine.
  await createImages({
    docker: connectContainerEngine(inject('dockerHost')),
    settings: imageSettings(process.env),
  }).ensure('desktop');
  const site = await startSite();
  end(site.close);
  const scripts = new Map<string, Script>();
  const asked = new Map<string, Asked[]>();
  const failures = new Map<string, unknown[]>();
  const provider = await startFakeProvider(options.wire ?? openai, (question) => {
    const [mark = ''] = /mark-\d+-end/.exec(question.raw) ?? [];
    const known = asked.get(mark) ?? [];
    asked.set(mark, [...known, question]);
    return (scripts.get(mark) ?? options.otherwise)?.({ ...question, n: known.length + 1 });
  });
  end(provider.close);
  const service = await bootService(end, {
    ...(options.worker !== undefined && { worker: options.worker }),
    provider,
    env: sandboxEnv({
      EGRESS_ALLOW: 'claims.test',
      EGRESS_PINNED: `claims.test=127.0.0.1:${site.port}`,
      // The limit is long, so that a model that thinks for a long time does not count as interrupted.
      MODEL_IDLE_TIMEOUT_MS: '60000',
      DESKTOP_READY: '1',
      DESKTOP_MAX: '4',
      ...options.env,
    }),
  });
  const read = async (runId: string): Promise<OperatorRunBody> => {
    const response = await service.request('GET', `/v1/operators/runs/${runId}`);
    if (response.status !== 200) throw new Error(`reading a run answered ${response.status}`);
    return (await response.json()) as OperatorRunBody;
  };
  const start: OperatorLab['start'] = async (wish, turns) => {
    marks += 1;
    const mark = `mark-${marks}-end`;
    const script = typeof turns === 'function' ? turns : byTurn(openai, ...turns);
    const failed: unknown[] = [];
    scripts.set(mark, watched(onceDrawn(script, site, wish['url']), failed));
    const body = { ...wish, task: `${typeof wish['task'] === 'string' ? wish['task'] : 'Do it.'} ${mark}` };
    const response = await service.request('POST', '/v1/operators/run', body);
    if (response.status !== 202)
      throw new Error(`starting answered ${response.status}: ${await response.text()}`);
    const started = (await response.json()) as Awaited<ReturnType<OperatorLab['start']>>;
    failures.set(started.run_id, failed);
    return started;
  };
  const done = async (runId: string): Promise<OperatorRunBody> => {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
      const run = await read(runId);
      if (run.status === 'done') return run;
      if (Date.now() > end) {
        const cause = failures.get(runId)?.[0];
        throw new Error(`the run did not end: ${String(cause)} ${JSON.stringify(run)}`, { cause });
      }
    }
  };
  return {
    service,
    site,
    provider,
    start,
    read,
    done,
    run: async (wish, turns) => done((await start(wish, turns)).run_id),
    askedIn: (task) => asked.get(/mark-\d+-end/.exec(task)?.[0] ?? '') ?? [],
  };
};
