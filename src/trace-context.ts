import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** A place in a distributed trace, as W3C Trace Context writes it in `traceparent`. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller records this trace. */
  readonly sampled: boolean;
}

const CURRENT = new AsyncLocalStorage<TraceContext>();

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a `traceparent`. @returns undefined for none and for a malformed one, which the standard says to ignore */
export const readTraceparent = (text: string): TraceContext | undefined => {
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: Number.parseInt(flags, 16) % 2 === 1 };
};

export const writeTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** Returns the place in the trace of the request or activity that is running, if its caller sent one. */
export const currentTrace = (): TraceContext | undefined => CURRENT.getStore();

/** Runs a task at a place in a trace; without one, simply runs it. */
export const withTrace = async <T>(context: TraceContext | undefined, task: () => Promise<T>): Promise<T> =>
  context === undefined ? task() : CURRENT.run(context, task);

/** Returns a new place in the same trace, for a span below `parent`. */
export const below = (parent: TraceContext): TraceContext => ({
  ...parent,
  spanId: randomBytes(8).toString('hex'),
});
