import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { TraceContext } from '../trace-context.ts';

/** Sets the ids of the next span to be started. */
export interface ChosenIds {
  readonly choose: (ids: { readonly traceId: string; readonly spanId: string }) => void;
}

export interface FinishedSpan {
  readonly name: string;
  readonly kind: 'server' | 'internal';
  /** The span's own place. */
  readonly context: TraceContext;
  readonly parentSpanId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly error: string | undefined;
}

/** Records finished spans below a caller's. */
export interface Spans {
  readonly record: (span: FinishedSpan) => void;
}

const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL };

/** Records spans of traces that the caller records too; others are dropped. */
export const createSpans = (tracer: Tracer, ids: ChosenIds): Spans => ({
  record: ({ name, kind, context, parentSpanId, startMs, endMs, attributes, error }) => {
    if (!context.sampled) return;
    const { traceId, spanId } = context;
    ids.choose({ traceId, spanId });
    const parent = { traceId, spanId: parentSpanId, traceFlags: 1, isRemote: true };
    const under = trace.setSpanContext(ROOT_CONTEXT, parent);
    finish(
      tracer.startSpan(name, { kind: KINDS[kind], startTime: startMs, attributes }, under),
      endMs,
      error,
    );
  },
});

export const finish = (
  span: ReturnType<Tracer['startSpan']>,
  endMs: number,
  error: string | undefined,
): void => {
  if (error !== undefined) {
    span.setAttribute('error.type', error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(endMs);
};
