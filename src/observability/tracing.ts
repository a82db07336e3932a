import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type AgentSpans, createAgentSpans, noSpans } from './agent-spans.ts';
import { type ChosenIds, createSpans, type Spans } from './spans.ts';

export type { Spans } from './spans.ts';

export interface Tracing {
  readonly spans: AgentSpans;
  /** Records the spans of requests and activities in traces of their callers. */
  readonly callers: Spans;
  /** Sends the remaining spans. */
  readonly close: () => Promise<void>;
}

/** Generates random ids, except for a span whose ids have been set. */
class Ids implements IdGenerator, ChosenIds {
  readonly #random = new RandomIdGenerator();
  #traceId: string | undefined;
  #spanId: string | undefined;

  choose(ids: { readonly traceId: string; readonly spanId: string }): void {
    this.#traceId = ids.traceId;
    this.#spanId = ids.spanId;
  }

  generateTraceId(): string {
    const chosen = this.#traceId;
    this.#traceId = undefined;
    return chosen ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    const chosen = this.#spanId;
    this.#spanId = undefined;
    return chosen ?? this.#random.generateSpanId();
  }
}

/** Creates spans and passes them to the given processors. */
export const createTracing = (
  processors: readonly SpanProcessor[],
  options: { readonly content: boolean },
): Tracing => {
  const ids = new Ids();
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': 'pramaan' }),
    spanProcessors: [...processors],
  });
  return {
    spans: createAgentSpans(provider.getTracer('pramaan.agents'), ids, options),
    callers: createSpans(provider.getTracer('pramaan'), ids),
    close: async () => provider.shutdown(),
  };
};

/** Exports spans to the configured collector (OTLP over HTTP); does nothing if none is configured. */
export const startTracing = (settings: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: boolean;
}): Tracing => {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined)
    return { spans: noSpans, callers: { record: () => undefined }, close: async () => undefined };
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return createTracing([new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })], {
    content: settings.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
  });
};
