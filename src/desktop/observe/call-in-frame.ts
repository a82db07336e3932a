import type { Browser } from './browser.ts';
import type { PageFrame } from './frames.ts';

/** Calls a function in a frame's own world. `this` is an element or the window; `extra` contains objects from that world. */
export const callIn = async (
  browser: Browser,
  { target, contextId }: Pick<PageFrame, 'target' | 'contextId'>,
  fn: string,
  {
    on,
    args = [],
    extra = [],
    keep = false,
  }: {
    readonly on?: string;
    readonly args?: readonly unknown[];
    readonly extra?: readonly string[];
    /** Whether to keep the value in the page and return its id. */
    readonly keep?: boolean;
  } = {},
): Promise<unknown> => {
  const { result } = (await browser.call(target, 'Runtime.callFunctionOn', {
    functionDeclaration: fn,
    ...(on === undefined ? { executionContextId: contextId } : { objectId: on }),
    arguments: [...args.map((value) => ({ value })), ...extra.map((objectId) => ({ objectId }))],
    returnByValue: !keep,
  })) as { readonly result: { readonly value?: unknown; readonly objectId?: string } };
  return keep ? result.objectId : result.value;
};

/** Resolves a node in a frame to an object in the frame's world. */
export const resolveIn = async (
  browser: Browser,
  { target, contextId }: Pick<PageFrame, 'target' | 'contextId'>,
  backendNodeId: number,
): Promise<string> => {
  const { object } = (await browser.call(target, 'DOM.resolveNode', {
    backendNodeId,
    executionContextId: contextId,
  })) as { readonly object: { readonly objectId: string } };
  return object.objectId;
};
