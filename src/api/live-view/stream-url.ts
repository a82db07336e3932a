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
  /** The key that asks: when it is revoked, what the address opened is closed. */
  readonly keyId: string;
  readonly mode: ViewRight;
}

/**
 * Address of a run's live view. The token stands behind `#`: browsers keep that part to themselves, so it is in no request,
 * no log and no Referer.
 */
export const streamUrlOf = (
  { rings, settings }: StreamParts,
  { runId: run, teamId: team, keyId: key, mode: right }: ViewRequest,
): string =>
  `${settings.publicBaseUrl}${viewPage.path}#${issueViewToken(rings.liveView, { run, team, key, right })}`;

/** When an address that is made now stops to open the view; RFC 3339. */
export const streamUrlExpiry = (): string => new Date(Date.now() + VIEW_TOKEN_MS).toISOString();
