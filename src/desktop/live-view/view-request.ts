import { type Actor, actorIn } from '../../ledger/index.ts';

/** A viewer's highest right. */
export type ViewRight = 'view' | 'control';

/** The viewer and the run to show. The API determines both and passes them to the worker. */
export interface ViewRequest {
  readonly run: string;
  readonly team: string;
  /** Id of the API key or person that requested the viewer's address. */
  readonly key: string;
  /** The session in which a person requested it. */
  readonly session?: string | undefined;
  readonly right: ViewRight;
  /** Who is watching, for the ledger; absent in requests from an API of an earlier release. */
  readonly actor?: Actor;
}

/** Header field in the request that opens a view on the link. */
export const VIEW_REQUEST_FIELD = 'x-view';

export const writeViewRequest = (ask: ViewRequest): string =>
  Buffer.from(JSON.stringify(ask)).toString('base64url');

/** @returns undefined if the value is not one that our API writes */
export const readViewRequest = (field: unknown): ViewRequest | undefined => {
  if (typeof field !== 'string') return undefined;
  try {
    const { run, team, key, right, actor } = JSON.parse(
      Buffer.from(field, 'base64url').toString(),
    ) as Partial<ViewRequest>;
    const texts = [run, team, key].every((value) => typeof value === 'string' && value !== '');
    return texts && (right === 'view' || right === 'control')
      ? ({ run, team, key, right, ...actorFrom(actor) } as ViewRequest)
      : undefined;
  } catch {
    return undefined;
  }
};

const actorFrom = (given: unknown): Pick<ViewRequest, 'actor'> => {
  const actor = actorIn(given);
  return actor === null ? {} : { actor };
};

/** Close codes for views (RFC 6455, 7.4.2), so that the page knows what to do. */
export const CLOSE = {
  /** The address is no longer valid; request a new one from the API. */
  denied: 4401,
  /** The run has no desktop yet, or no longer has one. */
  absent: 4404,
  /** The run's desktop is gone. */
  ended: 4410,
  /** The desktop has its maximum number of viewers. */
  busy: 4429,
  /** The viewer does not speak RFB. */
  violation: 4400,
  /** The process that served this connection is stopping or has lost the desktop's connection; reconnect. */
  again: 4503,
} as const;
