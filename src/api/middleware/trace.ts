import type { Spans } from '../../observability/tracing.ts';
import { below, readTraceparent, withTrace } from '../../trace-context.ts';
import type { Middleware } from './state.ts';

/**
 * Continues the trace of a caller that sends `traceparent`: the runs and events that the request causes carry it, and with a
 * collector the request has a span. The span has no path, because an id or a typo in it could contain anything.
 */
export const trace =
  ({ spans }: { readonly spans: Spans }): Middleware =>
  async (ctx, next) => {
    const parent = readTraceparent(ctx.get('traceparent'));
    if (parent === undefined) {
      await next();
      return;
    }
    const context = below(parent);
    const startMs = Date.now();
    await withTrace(context, next);
    const { route = 'unmatched', requestId } = ctx.state;
    spans.record({
      name: `${ctx.method} ${route}`,
      kind: 'server',
      context,
      parentSpanId: parent.spanId,
      startMs,
      endMs: Date.now(),
      attributes: {
        'http.request.method': ctx.method,
        'http.route': route,
        'http.response.status_code': ctx.status,
        'pramaan.request_id': requestId,
      },
      error: ctx.status >= 500 ? String(ctx.status) : undefined,
    });
  };
