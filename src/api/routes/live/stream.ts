import type { z } from 'zod';
import type { streamQuery } from '../../../contract/events.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Position } from '../../../events/position.ts';
import { streamRun } from '../../../events/stream.ts';
import type { EgressPolicy } from '../../../governance/egress.ts';
import type { Tail } from '../../../events/tail.ts';
import { authenticate } from '../../auth/authenticate.ts';
import { ProblemError } from '../../http/problem.ts';
import { pulledBody } from '../../http/pulled-body.ts';
import type { Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { badPosition } from './last-event-id.ts';
import { dialectOf } from './stream-dialect.ts';

/** Time after which a reader that does not accept data is disconnected. It can resume where it stopped. */
const STALLED_MS = 60_000;

/** The parts of a request that a stream depends on. */
export interface StreamCall {
  readonly query: z.output<typeof streamQuery>;
  readonly header: (name: string) => string;
}

/**
 * Reserves one of the streams that this process may serve. @returns a function that releases the seat
 * @throws ProblemError 429 if the process already serves the maximum number of streams, or the team has half of them
 */
export const takeSeat = ({ events, settings }: Services, teamId: string): (() => void) => {
  if (events.closing.aborted) throw stopping();
  const leave = events.seat(teamId, settings.streamsMax);
  if (leave !== undefined) return leave;
  throw new ProblemError('rate-limited', {
    detail: 'Too many streams are open in this process. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '5' },
  });
};

const stopping = (): ProblemError =>
  new ProblemError('dependency-away', {
    detail: 'This process is stopping. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '2' },
  });

/**
 * Returns a response that streams a run from a position. Each heartbeat checks the reader's key or session again.
 * @param tail the value that `follow` returned; released with the seat when the stream ends
 * @throws ProblemError 422 if the run has no such position
 */
export const streamReply = (
  services: Services,
  call: StreamCall,
  {
    tail,
    leaveSeat,
    position,
    scope,
    links,
    path = `/v1/workforce/runs/${tail.runId}/events`,
  }: {
    readonly tail: Tail;
    readonly leaveSeat: () => void;
    readonly position: Position;
    readonly scope: Scope;
    readonly links: EgressPolicy;
    /** Path at which the reader can resume; a vertical run's stream by default. */
    readonly path?: string;
  },
): Reply => {
  const { events, settings, log } = services;
  if (position.seq > tail.seq) {
    events.release(tail);
    throw badPosition();
  }
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  events.closing.addEventListener('abort', leave, { once: true });
  const dialect = dialectOf(call);
  const mayGoOn = async (): Promise<boolean> => {
    try {
      await authenticate(
        services,
        {
          authorization: call.header('Authorization'),
          cookie: call.header('Cookie'),
          isRecheck: true,
        },
        scope,
      );
      return true;
    } catch (error) {
      // Readers that were already admitted remain connected while the database is unavailable.
      return !(error instanceof ProblemError);
    }
  };
  const text = streamRun({
    hub: events,
    tail,
    dialect,
    position,
    signal: gone.signal,
    mayGoOn,
    links,
  });
  const body = pulledBody(text, {
    stalledMs: STALLED_MS,
    onGone: () => {
      leave();
      events.closing.removeEventListener('abort', leave);
      events.release(tail);
      leaveSeat();
    },
    onError: (error) => log.error({ run_id: tail.runId, error }, 'event stream failed'),
  });
  return {
    status: 200,
    body,
    type: 'text/event-stream',
    headers: {
      Location: `${settings.publicBaseUrl}${path}`,
      'X-Run-Id': tail.runId,
      'Cache-Control': 'no-cache, no-store, no-transform',
      'X-Accel-Buffering': 'no',
      ...dialect.headers,
    },
  };
};
