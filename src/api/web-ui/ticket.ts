import { webUiRoles } from '../../contract/roles.ts';
import { callerOfSessionId } from '../../people/session-caller.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { readToken, signToken } from '../auth/signed-token.ts';
import type { Services } from '../services/services.ts';

/** How long a browser may take from the API's page to the Web UI's, which is another origin and does not get the API's cookie. */
const TICKET_MS = 30_000;

type Keys = Pick<Services, 'db'> & { readonly rings: Pick<Services['rings'], 'webUi'> };

export const mayOpenWebUi = ({ person }: Caller): boolean =>
  webUiRoles.some((role) => person?.roles.has(role));

/** Returns a ticket that passes a session on to the Web UI. */
export const issueTicket = ({ rings }: Pick<Keys, 'rings'>, sessionId: string): string =>
  signToken(rings.webUi, `ticket ${sessionId} ${Date.now() + TICKET_MS}`);

/** @returns the cookie's value for the Web UI; undefined if the ticket was changed or is too old */
export const exchangeTicket = ({ rings }: Pick<Keys, 'rings'>, ticket: string): string | undefined => {
  const [kind, sessionId = '', until] = (readToken(rings.webUi, ticket) ?? '').split(' ');
  if (kind !== 'ticket' || !(Number(until) > Date.now())) return undefined;
  return signToken(rings.webUi, `session ${sessionId}`);
};

/**
 * Returns the person behind the Web UI's cookie. Looks up the session each time, so that its end, or the loss of a role, also
 * closes the Web UI.
 */
export const viewerOf = async ({ db, rings }: Keys, cookie: string): Promise<Caller | undefined> => {
  const [kind, sessionId = ''] = (readToken(rings.webUi, cookie) ?? '').split(' ');
  const caller = kind === 'session' ? await callerOfSessionId(db, sessionId) : undefined;
  return caller !== undefined && mayOpenWebUi(caller) ? caller : undefined;
};
