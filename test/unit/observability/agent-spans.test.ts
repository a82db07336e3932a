import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { rootOf } from '../../../src/observability/agent-spans.ts';
import { createTracing, startTracing } from '../../../src/observability/tracing.ts';

const RUN = { ledger_ref: 'wf-0123456789abcdef', agent: 'live.kyc' };
const TIMES = { startMs: 1_000, endMs: 1_250 };
const REPLY = { model: 'm-2026', finish: 'stop', input_tokens: 120, output_tokens: 8 };
const TURN = { ...TIMES, turn: 1, attempt: 2, provider: 'openai', model: 'm', reply: REPLY };

const content = () => ({ input: [{ role: 'user' }], output: { text: 'a word' } });

const traced = (content: boolean) => {
  const exporter = new InMemorySpanExporter();
  const { spans } = createTracing([new SimpleSpanProcessor({ exporter })], { content });
  return { spans, told: () => exporter.getFinishedSpans() };
};

describe('An agent loop’s spans', () => {
  it('the spans form one trace named after the run, whichever worker reports which part', () => {
    const one = traced(false);
    const other = traced(false);
    one.spans.turn(RUN, TURN);
    other.spans.tool(RUN, { ...TIMES, tool: 'run_python', callId: 'c1', isError: false });
    other.spans.run(RUN, { ...TIMES, model: 'm', input_tokens: 120, output_tokens: 8 });
    const all = [...one.told(), ...other.told()];
    const root = rootOf(RUN);
    expect(all.map(({ name }) => name)).toEqual([
      'chat m',
      'execute_tool run_python',
      'invoke_agent live.kyc',
    ]);
    expect(new Set(all.map((span) => span.spanContext().traceId))).toEqual(new Set([root.traceId]));
    expect(all.map((span) => span.parentSpanContext?.spanId)).toEqual([root.spanId, root.spanId, undefined]);
    expect(all[2]!.spanContext().spanId).toBe(root.spanId);
    expect(all[0]!.spanContext().spanId).not.toBe(root.spanId);
  });

  it('the spans carry names, models and counts as the GenAI conventions define them', () => {
    const { spans, told } = traced(false);
    spans.turn(RUN, TURN);
    expect(told()[0]!.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'm',
      'gen_ai.conversation.id': RUN.ledger_ref,
      'gen_ai.response.model': 'm-2026',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.usage.output_tokens': 8,
      'pramaan.turn': 1,
      'pramaan.attempt': 2,
    });
  });

  it('a span has the provider’s own word for the end of a reply, if there is one', () => {
    const { spans, told } = traced(false);
    spans.turn(RUN, { ...TURN, reply: { ...REPLY, reason: 'eos_token' } });
    expect(told()[0]!.attributes['gen_ai.response.finish_reasons']).toEqual(['eos_token']);
  });

  it('a span names the class of an error', () => {
    const { spans, told } = traced(false);
    spans.turn(RUN, { ...TIMES, turn: 1, attempt: 1, provider: 'openai', model: 'm', error: 'model_quota' });
    expect(told()[0]).toMatchObject({ attributes: { 'error.type': 'model_quota' }, status: { code: 2 } });
  });

  it('the spans contain messages only where content capture is enabled', () => {
    const without = traced(false);
    without.spans.turn(RUN, { ...TURN, content });
    expect(JSON.stringify(without.told()[0]!.attributes)).not.toContain('a word');
    const withContent = traced(true);
    withContent.spans.turn(RUN, { ...TURN, content });
    expect(withContent.told()[0]!.attributes['gen_ai.output.messages']).toContain('a word');
  });

  it('the spans are dropped when there is no collector', async () => {
    const tracing = startTracing({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: false });
    tracing.spans.turn(RUN, TURN);
    await expect(tracing.close()).resolves.toBeUndefined();
  });
});
