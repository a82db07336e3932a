/** The most that a viewer may do. */
export type ViewRight = 'view' | 'control';

/** Who wants to see which run. The API finds this out and passes it to the worker. */
export interface ViewRequest {
  readonly run: string;
  readonly team: string;
  /** Id of the API key that the viewer's address was made with. */
  readonly key: string;
  readonly right: ViewRight;
}

/** Header field of the request that opens a view on the link. */
export const VIEW_REQUEST_FIELD = 'x-view';

export const writeViewRequest = (ask: ViewRequest): string =>
  Buffer.from(JSON.stringify(ask)).toString('base64url');

/** @returns undefined for anything that our API does not write */
export const readViewRequest = (field: unknown): ViewRequest | undefined => {
  if (typeof field !== 'string') return undefined;
  try {
    const { run, team, key, right } = JSON.parse(
      Buffer.from(field, 'base64url').toString(),
    ) as Partial<ViewRequest>;
    const texts = [run, team, key].every((value) => typeof value === 'string' && value !== '');
    return texts && (right === 'view' || right === 'control')
      ? ({ run, team, key, right } as ViewRequest)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Codes with which a view is closed (RFC 6455, 7.4.2), so that the page knows what to do. */
export const CLOSE = {
  /** The address is no longer valid: ask the API for a new one. */
  denied: 4401,
  /** There is no desktop for this run, either not yet or no longer. */
  absent: 4404,
  /** The run's desktop is gone. */
  ended: 4410,
  /** The desktop has as many viewers as it takes. */
  busy: 4429,
  /** The viewer does not speak RFB. */
  violation: 4400,
  /** The process that held this end is stopping, or lost the other: connect again. */
  again: 4503,
} as const;
