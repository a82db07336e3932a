import { viewPage } from '../../contract/operations/live-view.ts';
import type { ViewRight } from '../../desktop/live-view/view-request.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import type { Services } from '../services/services.ts';
import { issueViewToken, VIEW_TOKEN_MS } from './view-token.ts';

interface StreamParts {
  readonly rings: Pick<Services['rings'], 'liveView'>;
  readonly settings: Pick<Services['settings'], 'publicBaseUrl'>;
}

export interface ViewRequest {
  readonly runId: string;
  /** Who requests the address. Revoking the key, or ending the session, closes the views that the address opened. */
  readonly caller: Caller;
  readonly mode: ViewRight;
}

/**
 * Returns the address for a run's live view. The token follows `#`, and browsers never send that part, so the token does not
 * appear in any request, log or Referer.
 */
export const streamUrlOf = (
  { rings, settings }: StreamParts,
  { runId: run, caller: { teamId: team, id: key, person }, mode: right }: ViewRequest,
): string => {
  const ask = { run, team, key, right, session: person?.sessionId };
  return `${settings.publicBaseUrl}${viewPage.path}#${issueViewToken(rings.liveView, ask)}`;
};

/** Returns the time, in RFC 3339 format, until which an address created now can be used to open the view. */
export const streamUrlExpiry = (): string => new Date(Date.now() + VIEW_TOKEN_MS).toISOString();
