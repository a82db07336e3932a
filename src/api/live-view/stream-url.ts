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
  /** The key that asks for the address; revoking it closes what the address opened. */
  readonly keyId: string;
  readonly mode: ViewRight;
}

/**
 * Returns the address of a run's live view. The token follows `#`, which browsers never send, so it is in no request, log or
 * Referer.
 */
export const streamUrlOf = (
  { rings, settings }: StreamParts,
  { runId: run, teamId: team, keyId: key, mode: right }: ViewRequest,
): string =>
  `${settings.publicBaseUrl}${viewPage.path}#${issueViewToken(rings.liveView, { run, team, key, right })}`;

/** Returns when an address that is made now stops opening the view, as RFC 3339. */
export const streamUrlExpiry = (): string => new Date(Date.now() + VIEW_TOKEN_MS).toISOString();
