import type { Risk } from '../../contract/operator.ts';
import type { Browser, Target } from './browser.ts';
import { callIn } from './call-in-frame.ts';
import { focusedElement } from './focused.ts';
import { CLASSIFY } from './walk.ts';
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
  const focused = await focusedElement(browser, page, frames);
  return focused === undefined ? NOTHING : classify(browser, focused.frame, focused.on);
};
