import { Client, Connection } from '@temporalio/client';
import type { NamedKey } from '../crypto/key-ring.ts';
import { createDataConverter } from './data-converter.ts';
import { Retries } from './retries.ts';

export interface EngineSettings {
  readonly TEMPORAL_ADDRESS: string;
  readonly TEMPORAL_NAMESPACE: string;
  readonly ENCRYPTION_KEYS: readonly NamedKey[];
}

/** A client that connects at its first call, so that a process starts and serves reads while the engine is away. */
export const createClient = (settings: EngineSettings): Client => {
  const retries = new Retries();
  const connection = Connection.lazy({
    address: settings.TEMPORAL_ADDRESS,
    connectTimeout: '3s',
    interceptors: [retries.interceptor],
  });
  return new Client({
    connection: retries.guard(connection),
    namespace: settings.TEMPORAL_NAMESPACE,
    dataConverter: createDataConverter(settings.ENCRYPTION_KEYS),
  });
};
