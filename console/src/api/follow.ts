import { useQueryClient } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import type { StreamEventBody } from '../../../src/contract/events.ts';
import { addressOf } from './call.ts';
import { usePresence } from './presence.ts';

/** State of the connection to a run's events. */
export type Connection = 'off' | 'live' | 'lost';

/** Events after which a run has another ledger row, waits, or has ended. Each has its name in the stream, so none is a `message`. */
const CHANGES = ['CUSTOM', 'RUN_FINISHED', 'RUN_ERROR'] satisfies StreamEventBody['type'][];

/**
 * Follows a run's events while it is running, and reads the run again with each of its ledger rows and at its end. After a lost
 * connection the browser resumes by itself, from the last event that it has received. While nobody is present, the connection is
 * closed, so that the session can become idle.
 */
export const useFollowRun = (id: string, isRunning: boolean): Connection => {
  const queries = useQueryClient();
  const isPresent = usePresence();
  const [connection, setConnection] = useState<Connection>('off');
  useEffect(() => {
    if (!isRunning || !isPresent) return undefined;
    const events = new EventSource(addressOf('/v1/workforce/runs/{id}/events', { id }));
    const readAgain = (): void => void queries.invalidateQueries({ queryKey: ['run', id] });
    events.addEventListener('open', () => setConnection('live'));
    events.addEventListener('error', () => {
      // A run that has ended is answered with 204, which closes the source.
      setConnection(events.readyState === EventSource.CLOSED ? 'off' : 'lost');
      readAgain();
    });
    for (const type of CHANGES) events.addEventListener(type, readAgain);
    return () => {
      events.close();
      setConnection('off');
    };
  }, [id, isRunning, isPresent, queries]);
  useEffect(() => {
    if (!isRunning) return undefined;
    // The end may be known before the last events have come.
    return () => void queries.invalidateQueries({ queryKey: ['run', id, 'ledger'] });
  }, [id, isRunning, queries]);
  return connection;
};
