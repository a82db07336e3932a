import type { Browser } from './browser.ts';
import { framesOf, type PageFrame, shownPage } from './frames.ts';
import { callIn } from './call-in-frame.ts';
import { type PageElement, walkPage } from './page-text.ts';
import { ELEMENT, FILL } from './walk.ts';

interface FoundElement {
  readonly frame: PageFrame;
  readonly element: PageElement;
}

const find = async (browser: Browser, ref: string): Promise<FoundElement | undefined> => {
  const shown = await shownPage(browser);
  if (shown === undefined || browser.dialog(shown.page) !== undefined) return undefined;
  const frames = await framesOf(browser, shown.page).catch(() => []);
  for (const { frame, shows } of await walkPage(browser, frames)) {
    const element = shows.elements.find((one) => one.ref === ref);
    if (element !== undefined) return { frame, element };
  }
  return undefined;
};

/** Roles of fields whose value cannot simply be typed, because each handles keys differently. */
const BY_VALUE: ReadonlySet<string> = new Set([
  'list',
  'date',
  'month',
  'week',
  'time',
  'date and time',
  'slider',
  'color',
]);

/**
 * Finds an element's current place on the screen.
 * @param ref number of the element in the output of {@link pageText}
 * @returns undefined if no such element is visible; `byValue` means that its value is set instead of typed
 */
export const placeOfElement = async (
  browser: Browser,
  ref: string,
): Promise<{ readonly at: readonly [x: number, y: number]; readonly byValue: boolean } | undefined> => {
  const found = await find(browser, ref);
  if (found === undefined) return undefined;
  const { x, y, role } = found.element;
  return { at: [x, y], byValue: BY_VALUE.has(role) };
};

/**
 * Sets the value of a list, a date, a time, a slider or a colour.
 * @returns whether the field accepted it
 */
export const fillElement = async (browser: Browser, ref: string, text: string): Promise<boolean> => {
  const found = await find(browser, ref);
  if (found === undefined) return false;
  const { frame } = found;
  const on = (await callIn(browser, frame, ELEMENT, {
    args: [ref],
    extra: frame.closedRoots,
    keep: true,
  })) as string | undefined;
  return on !== undefined && (await callIn(browser, frame, FILL, { on, args: [text] })) === true;
};
