// Measures an agent loop's overhead on top of its model and sandbox: for each turn, the time between a reply's last byte and the
// next request. The baselines are a bare client of the same provider that asks again immediately, and code in a bare sandbox
// session.
// Usage: node bench/agent-loop.ts [--quick]
import { loadavg } from 'node:os';
import { z } from 'zod';
import { createModelClient } from '../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../src/model/settings.ts';
import { openai } from '../test/model-provider/openai.ts';
import { type Said, whole } from '../test/model-provider/replies.ts';
import { call, turnOf } from '../test/model-provider/scripts.ts';
import { startFakeProvider } from '../test/model-provider/server.ts';
import { modelEnv } from '../test/helpers/live.ts';
import { startCodeService } from './lib/code-service.ts';
import { round } from './lib/load.ts';
import { openSandboxBench } from './lib/sandbox.ts';

const quick = process.argv.includes('--quick');
const TASKS = quick ? 2 : 8;
const PAIRS = 8;

const at = (values: readonly number[], share: number): number =>
  round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN, 1);
const summary = (values: readonly number[]) => ({ p50: at(values, 0.5), p95: at(values, 0.95) });

/**
 * Alternates between turns with code and turns with an empty reply, which do not need a tool call. The last turn is the answer.
 */
const turns: readonly Said[] = [
  ...Array.from({ length: PAIRS }, (_, n): readonly Said[] => [
    call('run_python', { code: `print(${n})` }),
    { text: '' },
  ]).flat(),
  { text: 'Everything was printed.' },
];

/** Times between the end of a reply and the next request, grouped by kind of reply. */
const gaps = { tool: [] as number[], turn: [] as number[], bare: [] as number[] };
let repliedAt = 0;
let nth = 0;
let measuring: 'loop' | 'bare' | 'none' = 'none';

const provider = await startFakeProvider(openai, (asked) => {
  const now = performance.now();
  if (measuring === 'bare' && repliedAt > 0) gaps.bare.push(now - repliedAt);
  // Turns are counted here because an empty reply does not leave a message in the conversation.
  nth = turnOf(asked) === 1 ? 0 : nth + 1;
  const before = nth === 0 ? undefined : turns[nth - 1];
  // Skips the first code call, because it also opens the sandbox.
  if (measuring === 'loop' && nth > 1)
    gaps[before?.calls === undefined ? 'turn' : 'tool'].push(now - repliedAt);
  const reply = whole(openai, measuring === 'bare' ? { text: 'ok' } : (turns[nth] ?? { text: 'over' }));
  setImmediate(() => {
    repliedAt = performance.now();
  });
  return reply;
});

const bare = await openSandboxBench('runc', { python: 1, data: 0 });
const service = await startCodeService(
  bare.dockerHost,
  modelEnv(provider.baseUrl, { MODEL_RUN_TURNS: '100' }),
);
try {
  const load = loadavg();
  const runTask = async (): Promise<void> => {
    const response = await fetch(`${service.url}/v1/agents/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ task: 'Print numbers.' }),
    });
    const body = (await response.json()) as { status: string; steps: readonly unknown[] };
    if (response.status !== 200 || body.steps.length !== PAIRS)
      throw new Error(`task: ${JSON.stringify(body)}`);
  };
  await runTask();
  measuring = 'loop';
  for (let n = 0; n < TASKS; n += 1) await runTask();

  measuring = 'bare';
  repliedAt = 0;
  const config = z.object(modelShape).parse(modelEnv(provider.baseUrl));
  const layer = createModelClient(modelSettings(config)!);
  for (let n = 0; n < TASKS * PAIRS; n += 1) {
    await layer.ask(
      {
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }],
        tools: [],
        images: new Map(),
      },
      { signal: new AbortController().signal, onText: () => undefined },
    );
  }
  measuring = 'none';

  const sandbox = await bare.host.open({
    profile: 'python',
    teamId: 'team_bench',
    run: 'bench',
    lifetimeMs: 120_000,
    session: true,
  });
  const code: number[] = [];
  for (let n = 0; n < TASKS * PAIRS; n += 1) {
    const begun = performance.now();
    await sandbox.run({ language: 'python', code: `print(${n})`, timeoutMs: 30_000 });
    code.push(performance.now() - begun);
  }
  await sandbox.close();

  const figures = {
    'turn without a tool': summary(gaps.turn),
    'turn with run_python': summary(gaps.tool),
    'bare provider, asked again immediately': summary(gaps.bare),
    'bare sandbox session, one program': summary(code),
  };
  console.log(`between two requests (ms), ${gaps.turn.length} turns of ${TASKS} tasks`);
  console.table(figures);
  const added = {
    per_turn: round(summary(gaps.turn).p50 - summary(gaps.bare).p50, 1),
    per_tool_call: round(summary(gaps.tool).p50 - summary(gaps.turn).p50 - summary(code).p50, 1),
  };
  console.log(
    `added per turn ${added.per_turn} ms, per tool call beyond the code itself ${added.per_tool_call} ms`,
  );
  const { ok } = await service.ledger.verify(service.teamId);
  if (!ok) throw new Error('the chain does not verify');
  console.log(
    JSON.stringify({
      bench: 'agent-loop',
      baseline: 'the same provider and the same kind of sandbox without the loop',
      quick,
      load,
      between_requests_ms: figures,
      added_ms: added,
    }),
  );
} finally {
  await service.close();
  await bare.close();
  await provider.close();
}
