import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../../src/contract/agent-task.ts';
import { eventSizes } from '../../../helpers/history.ts';
import { useService } from '../../../helpers/use-service.ts';
import { openai } from '../../../model-provider/openai.ts';
import { type Said, whole } from '../../../model-provider/replies.ts';
import { turnOf } from '../../../model-provider/scripts.ts';
import { type Script, useFakeProvider } from '../../../model-provider/server.ts';

/** Maximum size of a history event: half of Temporal's own limit for a payload. */
const EVENT_BYTES = 1_048_576;
/** Maximum time without a heartbeat before Temporal gives up on an activity. */
const HEARTBEAT_TIMEOUT_MS = 5_000;

let script: Script = () => undefined;
const provider = await useFakeProvider(openai, (asked) => script(asked));
const service = await useService({ sandboxes: true, provider, env: { MODEL_CONCURRENCY: '2' } });

const turns =
  (...said: readonly Said[]): Script =>
  (asked) => {
    const answer = said[turnOf(asked) - 1];
    return answer && whole(openai, answer);
  };

const python = (code: string) => ({ tool: 'run_python', arguments: { code } });

/** Runs a task, polling it as a client does. @returns its last state */
const runTask = async (task: object): Promise<AgentTaskBody> => {
  const accepted = await fetch(`${service.url}/v1/agents/tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify(task),
  });
  expect(accepted.status).toBe(202);
  const { pathname } = new URL(accepted.headers.get('location')!, service.url);
  for (;;) {
    const answer = await service.request('GET', pathname);
    const body = (await answer.json()) as AgentTaskBody;
    if (body.status !== 'running') return body;
    await sleep(200);
  }
};

/** Checks that Temporal accepted each event and no workflow task failed. */
const expectSoundHistory = async (ledgerRef: string): Promise<void> => {
  const sizes = await eventSizes(service, ledgerRef);
  expect(sizes.length).toBeGreaterThan(5);
  expect(Math.max(...sizes)).toBeLessThan(EVENT_BYTES);
  const { events } = await service.engine.workflow.getHandle(ledgerRef).fetchHistory();
  expect(events?.filter((event) => event.workflowTaskFailedEventAttributes)).toEqual([]);
};

describe('Model text and code output, which are kept out of Temporal', { timeout: 300_000 }, () => {
  it('a turn with twelve calls of one megabyte each and an oversized answer keeps every event small', async () => {
    const calls = Array.from({ length: 12 }, (_, n) => python(`print('x'*1_000_000, ${n})`));
    script = turns({ calls }, { text: '₹'.repeat(600_000) });
    const ended = await runTask({ task: 'Use Python to add 2 and 3. Then tell me the sum.' });
    expect(ended.ended_by).not.toBe('internal');
    expect(ended).toMatchObject({ status: 'succeeded', result: '₹'.repeat(600_000) });
    await expectSoundHistory(ended.ledger_ref);
  });

  it.each([100, 9 * 1_048_576])(
    'every event stays small with long code and %i bytes of task data',
    async (bytes) => {
      script = turns({ calls: [python(`#${'y'.repeat(60_000)}\nprint(5)`)] }, { text: 'The sum is 5.' });
      const ended = await runTask({ task: 'Count.', data: 'z'.repeat(bytes), filename: 'big.txt' });
      expect(ended).toMatchObject({ status: 'succeeded', result: 'The sum is 5.' });
      await expectSoundHistory(ended.ledger_ref);
    },
  );
});

describe('A model’s turn', { timeout: 300_000 }, () => {
  it('a turn that queues for longer than the heartbeat timeout is requested only once', async () => {
    const before = provider.asked.length;
    const over = sleep(HEARTBEAT_TIMEOUT_MS + 2_000);
    const answer = turns({ text: 'The ledger is in order.' });
    script = async (asked) => {
      // The first two turns occupy both of the worker's slots; all others wait in Temporal's queue.
      await over;
      return answer(asked);
    };
    const tasks = await Promise.all(
      Array.from({ length: 12 }, async () => runTask({ task: 'Tell me whether the ledger is in order.' })),
    );
    expect(tasks.map(({ result }) => result)).toEqual(tasks.map(() => 'The ledger is in order.'));
    expect(provider.asked.length - before).toBe(tasks.length);
  });
});
