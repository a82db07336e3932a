import { defaultPayloadConverter, type Headers } from '@temporalio/common';

/** Name of the header with which a trace goes from a start to its workflow, and from a workflow to its activities. */
export const TRACE_HEADER = 'traceparent';

/** Adds a `traceparent` to the headers of a call. It is no secret, and is not sealed: it only holds ids. */
export const withTraceHeader = (headers: Headers, traceparent: string | undefined): Headers =>
  traceparent === undefined
    ? headers
    : { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceparent) };

/** Reads the header. Anybody who reaches Temporal can write one, so it may hold anything. */
export const readTraceHeader = (headers: Headers): string | undefined => {
  const payload = headers[TRACE_HEADER];
  if (payload === undefined) return undefined;
  try {
    const value: unknown = defaultPayloadConverter.fromPayload(payload);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};
