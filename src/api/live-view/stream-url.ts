import { viewPage } from '../../contract/operations/live-view.ts';
import type { ViewRight } from '../../desktop/live-view/view-request.ts';
import type { Services } from '../services/services.ts';
import { issueViewToken, VIEW_TOKEN_MS } from './view-token.ts';

interface StreamParts {
  readonly rings: Pick<Services['rings'], 'liveView'>;
  readonly settings: Pick<Services['settings'], 'publicBaseUrl'>;
}

export interface ViewRequest {
  readonly runId: string;
  readonly teamId: string;
  /** The key that requested the address; revoking it closes the views that the address opened. */
  readonly keyId: string;
  readonly mode: ViewRight;
}

/**
 * Returns the address for a run's live view. The token follows `#`, and browsers never send that part, so the token does not
 * appear in any request, log or Referer.
 */
export const streamUrlOf = (
  { rings, settings }: StreamParts,
  { runId: run, teamId: team, keyId: key, mode: right }: ViewRequest,
): string =>
  `${settings.publicBaseUrl}${viewPage.path}#${issueViewToken(rings.liveView, { run, team, key, right })}`;

/** Returns the time, in RFC 3339 format, until which an address created now can be used to open the view. */
export const streamUrlExpiry = (): string => new Date(Date.now() + VIEW_TOKEN_MS).toISOString();
