import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Scope } from '../../contract/scopes.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { CLOSE, type ViewRequest, type ViewRight } from '../../desktop/live-view/view-request.ts';
import { bytesOf } from '../../desktop/live-view/pipe.ts';
import { callerOfPerson } from '../../people/caller.ts';
import { findPerson } from '../../people/people.ts';
import { callerOfSessionId } from '../../people/session-caller.ts';
import type { Services } from '../services/services.ts';
import { issueViewToken, readViewToken } from './view-token.ts';

const FIRST_MESSAGE_MS = 5_000;

const opening = z.strictObject({ token: z.string().max(2_000) });

/** A key that may start operator runs may also watch them. */
const SCOPES: Readonly<Record<ViewRight, readonly Scope[]>> = {
  view: ['operators:read', 'operators:write'],
  control: ['operators:write'],
};

type Gatekeepers = Pick<Services, 'rings' | 'authenticator' | 'buckets' | 'db'>;

/** The authenticated viewer on a socket, and the rights in its token. */
export interface Admitted {
  readonly ask: ViewRequest;
  readonly caller: Caller;
}

/** Returns the key or the person that requested an address, as long as the key, or the person's session, still works. */
const holderOf = async (
  { authenticator, db }: Pick<Services, 'authenticator' | 'db'>,
  { key, team, session }: ViewRequest,
): Promise<Caller | undefined> => {
  if (session !== undefined) return callerOfSessionId(db, session);
  if (!key.startsWith('person_')) return authenticator.byId(key);
  const person = await findPerson(db, { teamId: team, personId: key });
  return person === undefined || person.deactivated_at !== null ? undefined : callerOfPerson(person);
};

/** Returns the caller who requested an address, if the caller still has the scope required by the token. */
export const callerOf = async (
  services: Pick<Services, 'authenticator' | 'db'>,
  ask: ViewRequest,
): Promise<Caller | undefined> => {
  const caller = await holderOf(services, ask);
  if (caller?.teamId !== ask.team) return undefined;
  return SCOPES[ask.right].some((scope) => caller.scopes.has(scope)) ? caller : undefined;
};

/**
 * Reads the token from the first message, where no proxy or log sees it, and then pauses the socket.
 * @returns the viewer, or the code for closing the socket if the viewer is turned away
 */
export const admit = async (services: Gatekeepers, socket: WebSocket): Promise<Admitted | number> => {
  const token = await firstMessage(socket);
  socket.pause();
  const ask = token === undefined ? undefined : readViewToken(services.rings.liveView, token);
  const caller = ask && (await callerOf(services, ask));
  if (ask === undefined || caller === undefined) return CLOSE.denied;
  return services.buckets.take(caller.id).allowed ? { ask, caller } : CLOSE.busy;
};

/**
 * Closes the socket if the key has been revoked or the session was ended.
 * @param refresh whether to send a fresh token, so that the page still works when it is reloaded later
 */
export const renew = async (
  services: Pick<Services, 'rings' | 'authenticator' | 'db'>,
  socket: WebSocket,
  ask: ViewRequest,
  refresh: boolean,
): Promise<void> => {
  try {
    if ((await callerOf(services, ask)) === undefined) socket.close(CLOSE.denied);
    else if (refresh)
      socket.send(JSON.stringify({ type: 'token', token: issueViewToken(services.rings.liveView, ask) }));
  } catch {
    // The database is unavailable: the view stays open and is checked again later.
  }
};

/** @returns the first message's token; undefined if the message has none or does not arrive in time */
const firstMessage = async (socket: WebSocket): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(() => resolve(undefined), FIRST_MESSAGE_MS);
  socket.once('message', (data, isBinary) => {
    try {
      resolve(isBinary ? undefined : opening.parse(JSON.parse(bytesOf(data).toString())).token);
    } catch {
      resolve(undefined);
    }
  });
  socket.once('close', () => resolve(undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};
