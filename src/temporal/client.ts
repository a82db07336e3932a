import { Client, Connection, type WorkflowStartInput } from '@temporalio/client';
import type { NamedKey } from '../store/crypto/key-ring.ts';
import { createDataConverter } from './data-converter.ts';
import type { TemporalAccess } from './settings.ts';
import { temporalConnection } from './connection.ts';
import { Retries } from './retries.ts';
import { withTraceHeader } from './trace-header.ts';
import { currentTrace, writeTraceparent } from '../trace-context.ts';

export interface TemporalSettings extends TemporalAccess {
  readonly ENCRYPTION_KEYS: readonly NamedKey[];
}

/** Adds the trace of the request that starts a workflow. */
const traced = (input: WorkflowStartInput): WorkflowStartInput => {
  const trace = currentTrace();
  const traceparent = trace === undefined ? undefined : writeTraceparent(trace);
  return { ...input, headers: withTraceHeader(input.headers, traceparent) };
};

/**
 * Creates a client that connects on its first call, so that a process can start and serve reads even if Temporal is unavailable.
 * @throws TemporalSettingsError when a configured certificate or key cannot be read
 */
export const createClient = (settings: TemporalSettings): Client => {
  const retries = new Retries();
  const connection = Connection.lazy({
    ...temporalConnection(settings),
    connectTimeout: '3s',
    interceptors: [retries.interceptor],
  });
  return new Client({
    connection: retries.guard(connection),
    namespace: settings.TEMPORAL_NAMESPACE,
    dataConverter: createDataConverter(settings.ENCRYPTION_KEYS),
    interceptors: { workflow: [{ start: async (input, next) => next(traced(input)) }] },
  });
};
