import { createHash, randomBytes } from 'node:crypto';
import { type Attributes, ROOT_CONTEXT, SpanKind, trace, type Tracer } from '@opentelemetry/api';
import { currentTrace, type TraceContext } from '../trace-context.ts';
import { type ChosenIds, finish } from './spans.ts';

/** The attributes by which spans identify an agent loop. */
export interface SpanRun {
  readonly ledger_ref: string;
  readonly agent: string;
}

export interface SpanTimes {
  readonly startMs: number;
  readonly endMs: number;
}

interface Ended {
  /** Error code. */
  readonly error?: string | undefined;
}

/**
 * Records agent-loop spans according to the GenAI conventions (`invoke_agent`, `chat`, `execute_tool`). They contain only ids,
 * names and counts.
 */
export interface AgentSpans {
  /** Returns the place of a model call's span before the call, so that the call can carry it; undefined if nobody traces. */
  readonly begin: (run: SpanRun) => TraceContext | undefined;
  readonly turn: (
    run: SpanRun,
    span: SpanTimes &
      Ended & {
        readonly turn: number;
        readonly attempt: number;
        /** What `begin` returned. */
        readonly context?: TraceContext | undefined;
        readonly provider: string;
        readonly model: string;
        readonly reply?: {
          readonly model: string;
          readonly finish: string;
          /** The provider's own word, if it gave one. */
          readonly reason?: string;
          readonly input_tokens: number;
          readonly output_tokens: number;
        };
        /** Masked messages, which are recorded only if the administrator has enabled that. */
        readonly content?: () => { readonly input: unknown; readonly output: unknown };
      },
  ) => void;
  readonly tool: (
    run: SpanRun,
    span: SpanTimes & { readonly tool: string; readonly callId: string; readonly isError: boolean },
  ) => void;
  readonly run: (
    run: SpanRun,
    span: SpanTimes &
      Ended & {
        readonly model: string;
        readonly input_tokens: number;
        readonly output_tokens: number;
      },
  ) => void;
}

/** Records nothing, for workers without a collector. */
export const noSpans: AgentSpans = {
  begin: currentTrace,
  turn: () => undefined,
  tool: () => undefined,
  run: () => undefined,
};

/**
 * Creates spans so that all of a run's spans form one trace, even if different workers record them. For this, the ids of the
 * trace and its root span are derived from the run's ledger_ref. The root span is recorded when the run ends.
 */
export const createAgentSpans = (
  tracer: Tracer,
  ids: ChosenIds,
  options: { readonly content: boolean },
): AgentSpans => {
  const record = (
    name: string,
    kind: SpanKind,
    { run, startMs, endMs, error, context }: SpanTimes & Ended & Placed,
    attributes: Attributes,
  ): void => {
    const { traceId, spanId } = rootIn(run);
    if (context !== undefined) ids.choose({ traceId, spanId: context.spanId });
    const under = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true });
    finish(tracer.startSpan(name, { kind, startTime: startMs, attributes }, under), endMs, error);
  };

  return {
    begin: (run) => ({
      traceId: rootIn(run).traceId,
      spanId: randomBytes(8).toString('hex'),
      sampled: currentTrace()?.sampled ?? true,
    }),
    turn: (run, { turn, attempt, provider, model, reply, content, ...times }) =>
      record(
        `chat ${model}`,
        SpanKind.CLIENT,
        { run, ...times },
        {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': provider,
          'gen_ai.request.model': model,
          'gen_ai.conversation.id': run.ledger_ref,
          'pramaan.turn': turn,
          'pramaan.attempt': attempt,
          ...(reply !== undefined && {
            'gen_ai.response.model': reply.model,
            'gen_ai.response.finish_reasons': [reply.reason ?? reply.finish],
            'gen_ai.usage.input_tokens': reply.input_tokens,
            'gen_ai.usage.output_tokens': reply.output_tokens,
          }),
          ...(options.content && content !== undefined && contentOf(content())),
        },
      ),
    tool: (run, { tool, callId, isError, ...times }) =>
      record(
        `execute_tool ${tool}`,
        SpanKind.INTERNAL,
        { run, ...times, error: isError ? 'tool_error' : undefined },
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool,
          'gen_ai.tool.call.id': callId,
          'gen_ai.conversation.id': run.ledger_ref,
        },
      ),
    run: (run, { startMs, endMs, error, model, input_tokens, output_tokens }) => {
      ids.choose(rootIn(run));
      const caller = currentTrace();
      const span = tracer.startSpan(
        `invoke_agent ${run.agent}`,
        {
          kind: SpanKind.INTERNAL,
          startTime: startMs,
          attributes: {
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.agent.name': run.agent,
            'gen_ai.conversation.id': run.ledger_ref,
            'gen_ai.request.model': model,
            'gen_ai.usage.input_tokens': input_tokens,
            'gen_ai.usage.output_tokens': output_tokens,
          },
        },
        caller === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...caller, traceFlags: 1, isRemote: true }),
      );
      finish(span, endMs, error);
    },
  };
};

const contentOf = ({ input, output }: { readonly input: unknown; readonly output: unknown }): Attributes => ({
  'gen_ai.input.messages': JSON.stringify(input),
  'gen_ai.output.messages': JSON.stringify(output),
});

interface Placed {
  readonly run: SpanRun;
  readonly context?: TraceContext | undefined;
}

/** Returns the ids of a run's root span, in the trace of its caller if it has one. */
const rootIn = (run: SpanRun) => {
  const root = rootOf(run);
  return { ...root, traceId: currentTrace()?.traceId ?? root.traceId };
};

/** Returns the ids of a run's trace and of its root span, if its caller did not send any. */
export const rootOf = ({ ledger_ref }: Pick<SpanRun, 'ledger_ref'>) => {
  const digest = createHash('sha256').update(ledger_ref).digest('hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
};
