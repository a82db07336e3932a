import type { Browser } from '../observe/browser.ts';
import { type Box, BYTES_PER_PIXEL, type Frame } from '../rfb/frame.ts';
import { shows } from '../observe/hide.ts';

/** Height of the browser's bars above a page: tabs, address, and a message below them. */
const BARS = 140;

interface Window {
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
}

/** Parts of the screen that may show a secret; `all` if they are unknown. */
type Uncovered = readonly Box[] | 'all';

/**
 * Returns the parts of the screen that may show a secret although pages cover it: the bars of a browser
 * window whose title or address contains it, and the whole screen while a message box shows it or a page does
 * not respond.
 */
const uncovered = async (browser: Browser): Promise<Uncovered> => {
  if (!(await browser.isCovered())) return 'all';
  const { hidden } = browser;
  const dialogs = browser.targets().flatMap((target) => browser.dialog(target) ?? []);
  if (dialogs.some(({ message, defaultPrompt }) => shows(`${message} ${defaultPrompt}`, hidden)))
    return 'all';
  const { targetInfos } = (await browser.call(undefined, 'Target.getTargets')) as {
    readonly targetInfos: readonly { targetId: string; type: string; title: string; url: string }[];
  };
  const telling = targetInfos.filter(
    ({ type, title, url }) => type === 'page' && shows(`${title} ${url}`, hidden),
  );
  return Promise.all(
    telling.map(async ({ targetId }) => {
      const { bounds } = (await browser.call(undefined, 'Browser.getWindowForTarget', { targetId })) as {
        readonly bounds: Window;
      };
      const { left = 0, top = 0, width = Infinity } = bounds;
      return { x: Math.max(0, left), y: Math.max(0, top), width, height: BARS };
    }),
  );
};

export interface Look {
  /** Whether a browser runs, though it may not respond. */
  readonly isBrowsing: () => Promise<boolean>;
  /** Fetches the screen. */
  readonly screen: () => Promise<Frame>;
}

/**
 * Fetches the screen, and paints over the parts that may show a secret. Everything is painted over if a
 * browser runs and does not report what it shows. The browser is asked before and after, because a title may
 * change in between.
 */
export const paintOver = async (browser: Browser, { isBrowsing, screen }: Look): Promise<Frame> => {
  if (browser.hidden.length === 0) return screen();
  const ask = async (): Promise<Uncovered> => {
    try {
      if (await browser.connect()) return await uncovered(browser);
      return (await isBrowsing()) ? 'all' : [];
    } catch {
      return 'all';
    }
  };
  const before = await ask();
  const frame = await screen();
  const after = await ask();
  return before === 'all' || after === 'all' ? blank(frame) : paint(frame, [...before, ...after]);
};

/** Paints over a whole picture. */
export const blank = (frame: Frame): Frame => ({ ...frame, pixels: Buffer.alloc(frame.pixels.length) });

const paint = (frame: Frame, boxes: readonly Box[]): Frame => {
  if (boxes.length === 0) return frame;
  const pixels = Buffer.from(frame.pixels);
  for (const { x, y, width, height } of boxes) {
    const from = Math.min(frame.width, x);
    const to = Math.min(frame.width, x + width);
    const end = Math.min(frame.height, y + height);
    for (let line = y; line < end; line += 1) {
      const start = line * frame.width;
      pixels.fill(0, (start + from) * BYTES_PER_PIXEL, (start + to) * BYTES_PER_PIXEL);
    }
  }
  return { ...frame, pixels };
};
