import type { OperatorAction } from '../../contract/operator-action.ts';
import type { Risk } from '../../contract/operator.ts';
import type { Browser, Target } from './browser.ts';
import { framesOf, type PageFrame, shownPage } from './frames.ts';
import { resolveIn } from './call-in-frame.ts';
import { keysOf, risksOfKeys } from './risk-of-keys.ts';
import { classify, isBrowser, type RiskContext } from './focus-risk.ts';

/** Risks to assume for a page that does not respond, or for a message box, because a click in it may have any effect. */
const UNSEEN: readonly Risk[] = ['submit', 'download', 'password'];

/**
 * Lists the risks for which a person may want to approve an action first: submitting a form, downloading a file or filling in a
 * password. Looks at the page in the browser's front window, including its frames and shadow roots. If the browser has the focus
 * and the effect cannot be foreseen (in the address bar, in a message box, on a page that does not respond), lists all possible
 * risks. It cannot judge a canvas, another program or a page that hides what its elements do.
 */
export const risksOf = async (context: RiskContext, action: OperatorAction): Promise<readonly Risk[]> => {
  if (action.action === 'open_app') return action.url === undefined ? [] : risksOfAddress(action.url);
  if (action.action === 'type_secret') return ['password'];
  const points = pointsOf(action, context.pointer);
  const keys = keysOf(action);
  if (points.length === 0 && keys === undefined) return [];
  const shown = await shownPage(context.browser);
  if (shown === undefined) return [];
  if (context.browser.dialog(shown.page) !== undefined) return UNSEEN;
  try {
    const frames = await framesOf(context.browser, shown.page);
    const risks = await Promise.all(
      points.map(async (point) => risksAt(context.browser, shown.page, frames, point)),
    );
    if (keys === undefined) return risks.flat();
    return [...risks.flat(), ...(await risksOfKeys(context, { ...shown, frames }, keys))];
  } catch {
    return (await isBrowser(context)) ? UNSEEN : [];
  }
};

/** Returns the points where an action presses or releases a button. */
const pointsOf = (
  action: OperatorAction,
  pointer: RiskContext['pointer'],
): readonly (readonly [number, number])[] => {
  if (action.action === 'click' || action.action === 'fill' || action.action === 'upload') return [action.at];
  if (action.action === 'down' || action.action === 'up') return [pointer];
  return action.action === 'drag' ? [action.path[0]!, action.path.at(-1)!] : [];
};

/** Returns the risks of a click at a point on the screen. */
const risksAt = async (
  browser: Browser,
  page: Target,
  frames: readonly PageFrame[],
  [x, y]: readonly [number, number],
): Promise<readonly Risk[]> => {
  // The browser looks into frames that share the page's process; frames from other sites are each asked separately.
  const asked = (target: Target): PageFrame | undefined => frames.find((frame) => frame.target === target);
  let root = asked(page);
  while (root !== undefined) {
    if (y < root.top) return [];
    const { backendNodeId, frameId } = (await browser.call(root.target, 'DOM.getNodeForLocation', {
      x: Math.round(x - root.left),
      y: Math.round(y - root.top),
      ignorePointerEventsNone: true,
    })) as { readonly backendNodeId: number; readonly frameId: string };
    const target = root.target;
    const { node } = (await browser.call(target, 'DOM.describeNode', { backendNodeId })) as {
      readonly node: { readonly frameId?: string; readonly nodeName: string };
    };
    const inner = node.frameId === undefined ? undefined : browser.frame(node.frameId);
    if (inner !== undefined && inner !== target) {
      root = asked(inner);
      continue;
    }
    const frame = frames.find((one) => one.frameId === frameId && one.target === target) ?? root;
    return (await classify(browser, frame, await resolveIn(browser, frame, backendNodeId))).click;
  }
  return [];
};

/** Endings of URL paths for which a server normally returns a page. */
const PAGE_ENDING = /(\/|\/[^./]*|\.(html?|php|aspx?|jsp|do|action|cgi))$/i;

/** Returns the risks of opening a URL. It may be a download, unless it has no query and its path looks like that of a page. */
const risksOfAddress = (url: string): readonly Risk[] => {
  if (!URL.canParse(url)) return [];
  const { pathname, search } = new URL(url);
  const isPage = PAGE_ENDING.test(pathname) && search === '' && !/download|export|attachment/i.test(pathname);
  return isPage ? [] : ['download'];
};
