import type { Browser, Target } from './browser.ts';
import { callIn } from './call-in-frame.ts';
import type { PageFrame } from './frames.ts';
import { FOCUSED } from './walk.ts';

/** Finds the focused element, whichever frame it is in. */
export const focusedElement = async (
  browser: Browser,
  page: Target,
  frames: readonly PageFrame[],
): Promise<{ readonly frame: PageFrame; readonly on: string } | undefined> => {
  let frame = frames.find(({ frameId }) => frameId === page.targetId);
  while (frame !== undefined) {
    const on = (await callIn(browser, frame, FOCUSED, { extra: frame.closedRoots, keep: true })) as
      string | undefined;
    if (on === undefined) return undefined;
    const { node } = (await browser.call(frame.target, 'DOM.describeNode', { objectId: on })) as {
      readonly node: { readonly frameId?: string; readonly nodeName: string };
    };
    const inner = /^I?FRAME$/.test(node.nodeName)
      ? frames.find(({ frameId }) => frameId === node.frameId)
      : undefined;
    if (inner === undefined) return { frame, on };
    frame = inner;
  }
  return undefined;
};
