import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { createTracing, startTracing } from '../../../src/observability/tracing.ts';
import { readTraceHeader, withTraceHeader } from '../../../src/temporal/trace-header.ts';
import {
  below,
  currentTrace,
  readTraceparent,
  type TraceContext,
  withTrace,
  writeTraceparent,
} from '../../../src/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const CALLER: TraceContext = { traceId: TRACE, spanId: SPAN, sampled: true };
const RUN = { ledger_ref: 'wf-0123456789abcdef', agent: 'live.kyc' };
const TIMES = { startMs: 1_000, endMs: 1_250 };

it('a traceparent is read as the standard says, and one that it forbids is ignored', () => {
  expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual(CALLER);
  expect(readTraceparent(`00-${TRACE}-${SPAN}-02`)).toEqual({ ...CALLER, sampled: false });
  expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-later`)).toEqual(CALLER);
  for (const wrong of [
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
  ])
    expect(readTraceparent(wrong), wrong).toBeUndefined();
  expect(writeTraceparent(CALLER)).toBe(`00-${TRACE}-${SPAN}-01`);
});

it('a trace goes with the work that a task starts, and not with other work', async () => {
  const inner = below(CALLER);
  expect(inner).toMatchObject({ traceId: TRACE, sampled: true });
  expect(inner.spanId).not.toBe(SPAN);
  await withTrace(inner, async () => {
    await Promise.resolve();
    expect(currentTrace()).toBe(inner);
  });
  expect(currentTrace()).toBeUndefined();
});

it('the header of a workflow that somebody else wrote is read as text or not at all', () => {
  expect(readTraceHeader(withTraceHeader({}, 'a'))).toBe('a');
  expect(readTraceHeader({})).toBeUndefined();
  const encoding = new TextEncoder().encode('json/plain');
  const data = new TextEncoder().encode('{broken');
  expect(readTraceHeader({ traceparent: { metadata: { encoding }, data } })).toBeUndefined();
  expect(withTraceHeader({}, undefined)).toEqual({});
});

it('a run of a caller with a trace is recorded in it, and its model call carries its own span', async () => {
  const exporter = new InMemorySpanExporter();
  const { spans, callers } = createTracing([new SimpleSpanProcessor({ exporter })], { content: false });
  const request = below(CALLER);
  await withTrace(request, async () => {
    const context = spans.begin(RUN);
    const turn = { ...TIMES, turn: 1, attempt: 1, provider: 'openai', model: 'm', context };
    spans.turn(RUN, turn);
    spans.run(RUN, { ...TIMES, model: 'm', input_tokens: 1, output_tokens: 1 });
    expect(exporter.getFinishedSpans()[0]!.spanContext().spanId).toBe(context!.spanId);
  });
  const sent = { kind: 'server', ...TIMES, attributes: {}, error: undefined } as const;
  callers.record({ name: 'POST /v1/runs', context: request, parentSpanId: SPAN, ...sent });
  const unsampled = { ...request, sampled: false };
  callers.record({ name: 'POST /unsampled', context: unsampled, parentSpanId: SPAN, ...sent });
  const [chat, agent, http, ...rest] = exporter.getFinishedSpans();
  expect(rest).toEqual([]);
  expect([chat, agent, http].map((span) => span!.spanContext().traceId)).toEqual([TRACE, TRACE, TRACE]);
  expect(chat!.parentSpanContext!.spanId).toBe(agent!.spanContext().spanId);
  expect(agent!.parentSpanContext!.spanId).toBe(http!.spanContext().spanId);
  expect(http!.parentSpanContext!.spanId).toBe(SPAN);
});

it('without a collector the trace of a caller still goes on to the model', async () => {
  const { spans } = startTracing({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: false });
  expect(spans.begin(RUN)).toBeUndefined();
  await withTrace(CALLER, async () => expect(spans.begin(RUN)).toBe(CALLER));
});
