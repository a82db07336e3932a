import { useEffect, useRef, useState } from 'preact/hooks';
import type { StreamEventBody } from '../../../src/contract/events.ts';
import { usePresence } from './presence.ts';
import { emptyStory, type Story, tell } from './story.ts';

/** State of the connection to a run's events. */
export type Connection = 'off' | 'live' | 'lost';

type EventType = StreamEventBody['type'];

/** Each event has its name in the stream, so none is a `message`. */
const TYPES = Object.keys({
  RUN_STARTED: true,
  STATE_SNAPSHOT: true,
  STATE_DELTA: true,
  STEP_STARTED: true,
  STEP_FINISHED: true,
  TEXT_MESSAGE_START: true,
  TEXT_MESSAGE_CONTENT: true,
  TEXT_MESSAGE_END: true,
  TOOL_CALL_START: true,
  TOOL_CALL_ARGS: true,
  TOOL_CALL_END: true,
  TOOL_CALL_RESULT: true,
  ACTIVITY_SNAPSHOT: true,
  MESSAGES_SNAPSHOT: true,
  CUSTOM: true,
  RUN_FINISHED: true,
  RUN_ERROR: true,
} satisfies Record<EventType, true>) as readonly EventType[];

/** Events after which a run has another ledger row, waits, or has ended. */
const CHANGES: ReadonlySet<EventType> = new Set(['CUSTOM', 'RUN_FINISHED', 'RUN_ERROR']);

interface Followed {
  readonly isRunning: boolean;
  /** Reads the run again. */
  readonly readAgain: () => void;
}

/**
 * Follows the events of a run at an address while it is running, and reads the run again with each of its ledger rows and at its
 * end. After a lost connection the browser resumes by itself, from the last event that it has received. While nobody is present,
 * the connection is closed, so that the session can become idle. The events of a run that has ended are read once.
 */
export const useFollow = (
  address: string,
  { isRunning, readAgain }: Followed,
): { readonly story: Story; readonly connection: Connection } => {
  const isPresent = usePresence();
  const [connection, setConnection] = useState<Connection>('off');
  const [story, setStory] = useState(emptyStory);
  const isOver = useRef(false);
  const again = useRef(readAgain);
  again.current = readAgain;
  useEffect(() => {
    if (isOver.current || (isRunning && !isPresent)) return undefined;
    const events = new EventSource(address);
    let current = emptyStory;
    const close = (): void => {
      events.close();
      setConnection('off');
    };
    events.addEventListener('open', () => setConnection('live'));
    events.addEventListener('error', () => {
      // A run whose last event was received is answered with 204, which closes the source.
      setConnection(events.readyState === EventSource.CLOSED ? 'off' : 'lost');
      if (isRunning) again.current();
    });
    for (const type of TYPES)
      events.addEventListener(type, ({ data }: MessageEvent<string>) => {
        current = tell(current, JSON.parse(data) as StreamEventBody);
        setStory(current);
        if (isRunning && CHANGES.has(type)) again.current();
        if (!current.isOver) return;
        isOver.current = true;
        close();
      });
    return close;
  }, [address, isRunning, isPresent]);
  useEffect(() => {
    if (!isRunning) return undefined;
    // The run's end may be known before its last events arrive.
    return () => again.current();
  }, [isRunning]);
  return { story, connection };
};
