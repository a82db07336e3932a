import type { runLive } from '../../../src/contract/operations/live.ts';
import { request } from './call.ts';
import { LIVE_RUN, work } from './work.ts';

export interface Wanted {
  /** A vertical of the service, or one of the team. */
  readonly vertical: string;
  readonly mode: 'simulated' | 'live';
  readonly model?: string | undefined;
  /** Either the case itself, or the run from which the case is copied. */
  readonly given: { readonly case: Readonly<Record<string, unknown>> } | { readonly case_of: string };
}

/** Starts a run. @returns its id */
export const start = async (
  { vertical, mode, model, given }: Wanted,
  idempotencyKey: string,
): Promise<string> => {
  if (mode === 'simulated') {
    const { id } = await work.startRun({ params: { id: vertical }, body: given, idempotencyKey });
    return id;
  }
  // The run's page follows its events, so the stream that starts the run is closed at once. The run goes on.
  const stopReading = new AbortController();
  const response = await request<typeof runLive>(LIVE_RUN.method, LIVE_RUN.path, {
    body: { vertical, ...given, ...(model !== undefined && { model }) },
    headers: { Accept: 'text/event-stream' },
    idempotencyKey,
    signal: stopReading.signal,
  });
  stopReading.abort();
  return response.headers.get('X-Run-Id') ?? '';
};

/**
 * File types that the service accepts by name; any other file is sent as bytes, and the service determines
 * its type.
 */
const TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/tiff',
  'image/webp',
  'text/plain',
]);

/** Stores a document for a case. */
export const upload = async (file: File, idempotencyKey: string) =>
  work.createDocument({
    bytes: file,
    idempotencyKey,
    headers: { 'Content-Type': TYPES.has(file.type) ? file.type : 'application/octet-stream' },
  });
