import type { Browser } from '../observe/browser.ts';
import { type Box, BYTES_PER_PIXEL, type Frame } from '../rfb/frame.ts';
import { shows } from './hide.ts';

/** Height of the browser's bars above a page: tabs, address, and a message below them. */
const BARS = 140;

interface Window {
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
}

/**
 * Returns the parts of the screen that may show a secret although pages cover it: the bars of a browser's window whose page has it
 * in its title or address, and everything while a message box has it.
 */
const uncoveredBoxes = async (browser: Browser, { width, height }: Frame): Promise<readonly Box[]> => {
  const all = { x: 0, y: 0, width, height };
  if (!(await browser.connect())) return browser.wasConnected ? [all] : [];
  const { hidden } = browser;
  const dialogs = browser.targets().flatMap((target) => browser.dialog(target) ?? []);
  if (dialogs.some(({ message, defaultPrompt }) => shows(`${message} ${defaultPrompt}`, hidden))) return [all];
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
      const x = Math.max(0, bounds.left ?? 0);
      const y = Math.max(0, bounds.top ?? 0);
      return { x, y, width: Math.min(width - x, bounds.width ?? width), height: Math.min(height - y, BARS) };
    }),
  );
};

/** Paints over what may show a secret. A picture is painted over as a whole if the browser does not say what it shows. */
export const veil = async (browser: Browser, frame: Frame): Promise<Frame> => {
  if (browser.hidden.length === 0) return frame;
  const boxes = await uncoveredBoxes(browser, frame).catch(() => undefined);
  return boxes === undefined ? blank(frame) : paint(frame, boxes);
};

/** Paints over a whole picture. */
export const blank = (frame: Frame): Frame => ({ ...frame, pixels: Buffer.alloc(frame.pixels.length) });

const paint = (frame: Frame, boxes: readonly Box[]): Frame => {
  if (boxes.length === 0) return frame;
  const pixels = Buffer.from(frame.pixels);
  for (const { x, y, width, height } of boxes) {
    for (let line = y; line < y + height; line += 1) {
      const from = (line * frame.width + x) * BYTES_PER_PIXEL;
      pixels.fill(0, from, from + width * BYTES_PER_PIXEL);
    }
  }
  return { ...frame, pixels };
};
