import type { Browser, Target } from './browser.ts';
import { resolveIn, callIn } from './call-in-frame.ts';
import { WORLD } from './world.ts';

/** One document of the displayed page, with a script world that the page cannot reach. */
export interface PageFrame {
  readonly target: Target;
  readonly frameId: string;
  readonly contextId: number;
  /** Position of the document's corner on the screen, and the part of the screen in which it is visible. */
  readonly left: number;
  readonly top: number;
  readonly clip: readonly [x0: number, y0: number, x1: number, y1: number];
  /** Closed shadow roots, as objects in the document's world. Scripts can find the open ones themselves. */
  readonly closedRoots: readonly string[];
}

interface Node {
  readonly backendNodeId: number;
  readonly nodeName: string;
  readonly frameId?: string;
  readonly shadowRootType?: string;
  readonly children?: readonly Node[];
  readonly shadowRoots?: readonly Node[];
}

const MAX_FRAMES = 30;
const HOLDS_FRAME = /^(I?FRAME|OBJECT|EMBED|FENCEDFRAME)$/;

/** Finds the page in the browser's front tab, which may be blocked by a message box; undefined if there is none. */
export const shownPage = async (
  browser: Browser,
): Promise<{ readonly page: Target; readonly focused: boolean } | undefined> => {
  if (!(await browser.connect())) return undefined;
  const expression = "document.visibilityState === 'visible' ? (document.hasFocus() ? 2 : 1) : 0";
  const ranked = await Promise.all(
    browser.pages().map(async (page) => {
      // A page that is blocked by a message box does not respond, and such a box opens in the front tab.
      if (browser.dialog(page) !== undefined) return { page, rank: 3 };
      const answer = await browser.call(page, 'Runtime.evaluate', { expression }).catch(() => undefined);
      return { page, rank: Number((answer?.['result'] as { value?: unknown } | undefined)?.value ?? 0.5) };
    }),
  );
  const [first] = ranked.filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank);
  return first && { page: first.page, focused: first.rank >= 2 };
};

const CORNER = `function () { return [screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight]; }`;
const BOX = `function () { const box = this.getBoundingClientRect();
  return [box.x + this.clientLeft, box.y + this.clientTop, this.clientWidth, this.clientHeight]; }`;

type Box = readonly [number, number, number, number];

/** Returns a page's documents: its own first, then its frames, including those from other sites. */
export const framesOf = async (browser: Browser, page: Target): Promise<readonly PageFrame[]> => {
  const found: PageFrame[] = [];
  const visit = async (
    target: Target,
    frameId: string,
    place: Pick<PageFrame, 'left' | 'top' | 'clip'> | undefined,
  ): Promise<void> => {
    if (found.length >= MAX_FRAMES) return;
    const { executionContextId: contextId } = (await browser.call(target, 'Page.createIsolatedWorld', {
      frameId,
      worldName: WORLD,
    })) as { readonly executionContextId: number };
    const world = { target, contextId };
    const [left, top] = place
      ? [place.left, place.top]
      : ((await callIn(browser, world, CORNER)) as [number, number]);
    const clip = place?.clip ?? ([left, top, 1_279, 799] as const);
    const { roots, frames } = await nodesOf(browser, world);
    const closedRoots = await Promise.all(roots.map(async (root) => resolveIn(browser, world, root)));
    found.push({ ...world, frameId, left, top, clip, closedRoots });
    for (const { backendNodeId, frameId: inner } of frames) {
      const owner = await resolveIn(browser, world, backendNodeId);
      const [x, y, width, height] = (await callIn(browser, world, BOX, { on: owner })) as Box;
      const inside = clipped(clip, [left + x, top + y, width, height]);
      if (inside === undefined || inner === undefined) continue;
      const at = { left: left + x, top: top + y, clip: inside };
      // Leaves out frames that have disappeared in the meantime or do not respond.
      await visit(browser.frame(inner) ?? target, inner, at).catch(() => undefined);
    }
  };
  await visit(page, page.targetId, undefined);
  return found;
};

const clipped = (
  [x0, y0, x1, y1]: PageFrame['clip'],
  [x, y, width, height]: Box,
): PageFrame['clip'] | undefined => {
  const [left, top] = [Math.max(x0, x), Math.max(y0, y)];
  const [right, bottom] = [Math.min(x1, x + width - 1), Math.min(y1, y + height - 1)];
  return right > left && bottom > top ? [left, top, right, bottom] : undefined;
};

/** Finds a document's closed shadow roots and the elements that hold frames, at any depth. */
const nodesOf = async (
  browser: Browser,
  world: Pick<PageFrame, 'target' | 'contextId'>,
): Promise<{ readonly roots: readonly number[]; readonly frames: readonly Node[] }> => {
  const objectId = await callIn(browser, world, 'function () { return document; }', { keep: true });
  const { node } = (await browser.call(world.target, 'DOM.describeNode', {
    objectId,
    depth: -1,
    pierce: true,
  })) as { readonly node: Node };
  const roots: number[] = [];
  const frames: Node[] = [];
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.shadowRootType === 'closed') roots.push(next.backendNodeId);
    if (HOLDS_FRAME.test(next.nodeName) && next.frameId !== undefined) frames.push(next);
    const shadows = (next.shadowRoots ?? []).filter(({ shadowRootType }) => shadowRootType !== 'user-agent');
    waiting.push(...shadows, ...(next.children ?? []));
  }
  return { roots, frames: frames.toReversed() };
};
