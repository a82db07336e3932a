import type { Risk } from '../../contract/operator.ts';
import type { Browser, Target } from './browser.ts';
import { callIn } from './call-in-frame.ts';
import { CLASSIFY, FOCUSED } from './walk.ts';
import type { PageFrame } from './frames.ts';

/** Risks of each possible action on an element. */
interface Classified {
  readonly click: readonly Risk[];
  readonly type: readonly Risk[];
  readonly space: readonly Risk[];
  readonly enter: readonly Risk[];
  readonly secrets: boolean;
}

/** The information needed to judge an action. */
export interface RiskContext {
  readonly browser: Browser;
  /** The pointer's position, where buttons go down and up. */
  readonly pointer: readonly [x: number, y: number];
  /** Returns the focused window's class. */
  readonly activeWindow: () => Promise<string>;
}

/** Returns whether the browser has the keyboard. */
export const isBrowser = async ({ activeWindow }: RiskContext): Promise<boolean> =>
  /chrom/i.test(await activeWindow());

/** Classifies an element of a frame. */
export const classify = async (browser: Browser, frame: PageFrame, on: string): Promise<Classified> =>
  (await callIn(browser, frame, CLASSIFY, { on })) as Classified;

const NOTHING: Classified = { click: [], type: [], space: [], enter: [], secrets: false };
/** Classifies the focused element, whichever frame it is in. */
export const classifyFocus = async (
  browser: Browser,
  page: Target,
  frames: readonly PageFrame[],
): Promise<Classified> => {
  let frame = frames.find(({ frameId }) => frameId === page.targetId);
  while (frame !== undefined) {
    const on = (await callIn(browser, frame, FOCUSED, { extra: frame.closedRoots, keep: true })) as
      string | undefined;
    if (on === undefined) return NOTHING;
    const { node } = (await browser.call(frame.target, 'DOM.describeNode', { objectId: on })) as {
      readonly node: { readonly frameId?: string; readonly nodeName: string };
    };
    const inner = /^I?FRAME$/.test(node.nodeName)
      ? frames.find(({ frameId }) => frameId === node.frameId)
      : undefined;
    if (inner === undefined) return classify(browser, frame, on);
    frame = inner;
  }
  return NOTHING;
};
