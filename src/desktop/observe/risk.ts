import type { OperatorAction } from '../../contract/operator-action.ts';
import type { Risk } from '../../contract/operator.ts';
import { chordKeysyms } from '../../governance/operators/keys.ts';
import type { Browser, Target } from './browser.ts';
import { callIn, framesOf, type PageFrame, resolveIn, shownPage } from './frames.ts';
import { CLASSIFY, FOCUSED } from './walk.ts';

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

const isBrowser = async ({ activeWindow }: RiskContext): Promise<boolean> =>
  /chrom/i.test(await activeWindow());

/** Returns the points where an action presses or releases a button. */
const pointsOf = (
  action: OperatorAction,
  pointer: RiskContext['pointer'],
): readonly (readonly [number, number])[] => {
  if (action.action === 'click' || action.action === 'fill') return [action.at];
  if (action.action === 'down' || action.action === 'up') return [pointer];
  return action.action === 'drag' ? [action.path[0]!, action.path.at(-1)!] : [];
};

interface Keys {
  readonly text: boolean;
  readonly enter: boolean;
  readonly space: boolean;
  /** Whether a tab key moves the focus to an element that is not known in advance. */
  readonly moves: boolean;
  /** Risks of the browser's own reaction to a chord. */
  readonly own: readonly Risk[];
}

const RETURNS: ReadonlySet<number> = new Set([0xff_0d, 0xff_8d]);
const SPACE = 0x20;
const SAVE = /^(ctrl|control(_[lr])?)\+(shift\+)?s$/i;

const keysOf = (action: OperatorAction): Keys | undefined => {
  if (action.action === 'type') {
    const { text } = action;
    const moves = /\t./s.test(text);
    return { text: true, enter: text.includes('\n'), space: text.includes(' '), moves, own: [] };
  }
  if (action.action !== 'key' && action.action !== 'hold') return undefined;
  const keysyms = chordKeysyms(action.keys) ?? [];
  const [enter, space] = [keysyms.some((keysym) => RETURNS.has(keysym)), keysyms.includes(SPACE)];
  const own: readonly Risk[] = SAVE.test(action.keys) ? ['download'] : [];
  // A single character may be part of a password that is typed key by key.
  const text = [...action.keys].length === 1;
  return text || enter || space || own.length > 0 ? { text, enter, space, moves: false, own } : undefined;
};

const risksOfKeys = async (
  context: RiskContext,
  {
    page,
    focused,
    frames,
  }: { readonly page: Target; readonly focused: boolean; readonly frames: readonly PageFrame[] },
  keys: Keys,
): Promise<readonly Risk[]> => {
  if (!focused) {
    // The focus is in the address bar, which opens whatever it contains, or in another program.
    if (!keys.enter && keys.own.length === 0) return [];
    return (await isBrowser(context)) ? ['download'] : [];
  }
  const { type, enter, space, secrets } = await classifyFocus(context.browser, page, frames);
  return [
    ...keys.own,
    ...(keys.text ? type : []),
    ...(keys.enter ? enter : []),
    ...(keys.space ? space : []),
    ...(keys.moves && secrets ? (['password'] as const) : []),
    ...(keys.moves && (keys.enter || keys.space) ? (['submit'] as const) : []),
  ];
};

const classify = async (browser: Browser, frame: PageFrame, on: string): Promise<Classified> =>
  (await callIn(browser, frame, CLASSIFY, { on })) as Classified;

const NOTHING: Classified = { click: [], type: [], space: [], enter: [], secrets: false };

/** Classifies the focused element, whichever frame it is in. */
const classifyFocus = async (
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
