import { type DialBrowser, evaluateInPage } from './browser.ts';
import { DESCRIBE, isPage } from './page-text.ts';

/**
 * Where on the screen an element is now. @param ref as {@link pageText} gave it
 * @returns undefined when no such element can be seen
 */
export const placeOfElement = async (
  dial: DialBrowser,
  ref: string,
): Promise<readonly [x: number, y: number] | undefined> => {
  const page = await evaluateInPage(dial, DESCRIBE);
  if (!isPage(page)) return undefined;
  const element = page.elements.find((one) => one.ref === ref);
  return element && [element.x, element.y];
};
