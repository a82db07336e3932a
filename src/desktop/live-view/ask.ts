/** What a viewer may do at most. */
export type ViewRight = 'view' | 'control';

/** Who wants to see which run, as the API has found out and tells the worker. */
export interface ViewAsk {
  readonly run: string;
  readonly team: string;
  /** Id of the API key that the viewer's address was made with. */
  readonly key: string;
  readonly right: ViewRight;
}

/** Field of the request that opens a view on the link. */
export const ASK_FIELD = 'x-view';

export const writeAsk = (ask: ViewAsk): string => Buffer.from(JSON.stringify(ask)).toString('base64url');

/** @returns undefined for what no API of ours writes */
export const readAsk = (field: unknown): ViewAsk | undefined => {
  if (typeof field !== 'string') return undefined;
  try {
    const { run, team, key, right } = JSON.parse(
      Buffer.from(field, 'base64url').toString(),
    ) as Partial<ViewAsk>;
    const texts = [run, team, key].every((value) => typeof value === 'string' && value !== '');
    return texts && (right === 'view' || right === 'control')
      ? ({ run, team, key, right } as ViewAsk)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Codes with which a view is closed (RFC 6455, 7.4.2), for the page to tell what to do. */
export const CLOSE = {
  /** The address is not valid any more: ask the API for a new one. */
  denied: 4401,
  /** There is no desktop for this run, not yet or not any more. */
  absent: 4404,
  /** The run's desktop is gone. */
  ended: 4410,
  /** More viewers than a desktop takes. */
  busy: 4429,
  /** The viewer does not speak RFB. */
  violation: 4400,
  /** The process that held this end stops, or lost the other: connect again. */
  again: 4503,
} as const;
