import { SCREEN } from '../../contract/operator-action.ts';
import type { Browser } from './browser.ts';
import { framesOf, shownPage } from './frames.ts';

type Point = readonly [x: number, y: number];
/** Corners of a rectangle on the screen. */
export type ScreenBox = readonly [x0: number, y0: number, x1: number, y1: number];

/** Half the side of the box around a point without a known element. */
const AROUND = 12;

const onScreen = ([x0, y0, x1, y1]: ScreenBox): ScreenBox => [
  Math.max(0, Math.round(x0)),
  Math.max(0, Math.round(y0)),
  Math.min(SCREEN.width, Math.round(x1)),
  Math.min(SCREEN.height, Math.round(y1)),
];

const around = ([x, y]: Point): ScreenBox => onScreen([x - AROUND, y - AROUND, x + AROUND, y + AROUND]);

/**
 * Returns the box of the element at a point of the screen, or a small box around the point if no page reports
 * an element there.
 */
export const boxAt = async (browser: Browser | undefined, point: Point): Promise<ScreenBox> => {
  if (browser === undefined) return around(point);
  const [x, y] = point;
  try {
    const shown = await shownPage(browser);
    if (shown === undefined || browser.dialog(shown.page) !== undefined) return around(point);
    const [main] = await framesOf(browser, shown.page);
    if (main === undefined || y < main.top) return around(point);
    const { backendNodeId } = (await browser.call(main.target, 'DOM.getNodeForLocation', {
      x: Math.round(x - main.left),
      y: Math.round(y - main.top),
      ignorePointerEventsNone: true,
    })) as { readonly backendNodeId: number };
    const { model } = (await browser.call(main.target, 'DOM.getBoxModel', { backendNodeId })) as {
      readonly model: { readonly border: readonly number[] };
    };
    const xs = model.border.filter((_, at) => at % 2 === 0);
    const ys = model.border.filter((_, at) => at % 2 === 1);
    const { left, top } = main;
    return onScreen([
      Math.min(...xs) + left,
      Math.min(...ys) + top,
      Math.max(...xs) + left,
      Math.max(...ys) + top,
    ]);
  } catch {
    return around(point);
  }
};
