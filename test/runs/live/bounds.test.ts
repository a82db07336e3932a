import { describe, expect, it } from 'vitest';
import { anthropic } from '../../model-provider/anthropic.ts';
import { type Said, stream } from '../../model-provider/replies.ts';
import { byTurn, call, createRunScripts } from '../../model-provider/scripts.ts';
import { type Script, useFakeProvider } from '../../model-provider/server.ts';
import { startLive } from '../../helpers/live.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 60_000 };

/**
 * Boots a service without sandboxes, which these runs do not need. They use the protocol that the other live-run tests do not
 * use.
 */
const scripts = createRunScripts();
const provider = await useFakeProvider(anthropic, scripts.script);
const service = await useService({
  provider,
  env: {
    MODEL_PROVIDER: 'anthropic',
    MODEL_PRICE_INPUT: '1000',
    MODEL_PRICE_OUTPUT: '2000',
    MODEL_RUN_COST: '0.5',
    MODEL_RUN_WALL_MS: '8000',
    MODEL_RUN_TOOL_CALLS: '9',
    MODEL_TEAM_TOKENS_PER_DAY: '3000',
  },
});

const live = async (script: Script) => {
  const { id } = await startLive(service, 'kyc', undefined, (run) => scripts.add(run.id, script));
  return service.finished(id);
};

const small = { usage: { input: 10, output: 5 } };
const whole: readonly Said[] = [
  call('read_case'),
  call('verify_identity'),
  call('look_up_records'),
  call('score_risk'),
  call('decide', { decision: 'approve', explanation: 'All agrees.' }),
  call('write_record'),
].map((said) => ({ ...said, ...small }));

describe('A live run over the Anthropic protocol', () => {
  it('a run proceeds as usual and records its cost', LIMIT, async () => {
    const run = await live(byTurn(anthropic, ...whole));
    expect(run).toMatchObject({
      status: 'succeeded',
      decision: 'approve',
      model: { turns: 6, input_tokens: 60, output_tokens: 30, ended_by: 'tool' },
    });
    expect(run.model!.cost).toBeCloseTo((60 * 1_000 + 30 * 2_000) / 1_000_000);
  });

  it('a run ends at its cost limit', LIMIT, async () => {
    const dear = { ...call('read_case'), usage: { input: 300, output: 100 } };
    const run = await live(byTurn(anthropic, dear, ...whole.slice(1)));
    expect(run).toMatchObject({ error: { code: 'max_cost' }, model: { turns: 1, ended_by: 'max_cost' } });
  });

  it('a run ends at its tool call limit', LIMIT, async () => {
    const calls = Array.from({ length: 10 }, (_, n) => ({
      tool: 'call_outside',
      arguments: { url: `https://h${n}.example/` },
    }));
    const run = await live(byTurn(anthropic, { calls, ...small }));
    expect(run.error).toMatchObject({ code: 'max_tool_calls' });
    expect(run.steps.filter(({ action }) => action === 'egress.block')).toHaveLength(9);
  });

  it('a run ends at its wall time limit in the middle of a reply', LIMIT, async () => {
    const begun = Date.now();
    const [first] = anthropic.events({ text: 'I am' });
    const run = await live(() => stream([{ write: first! }, { hang: true }]));
    expect(run.error).toMatchObject({ code: 'max_wall_time' });
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  it('a run does not start when the team has used up its daily tokens', LIMIT, async () => {
    const dear = { ...call('read_case'), usage: { input: 10, output: 3_000 } };
    await live(byTurn(anthropic, dear));
    const asked = provider.asked.length;
    const run = await live(byTurn(anthropic, ...whole));
    expect(run).toMatchObject({
      error: { code: 'team_tokens' },
      model: { turns: 0, ended_by: 'team_tokens' },
    });
    expect(provider.asked).toHaveLength(asked);
  });
});
