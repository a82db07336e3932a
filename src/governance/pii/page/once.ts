/** Lets a higher module compute a value once per page; the page does not know what the value is. */
import type { Page } from './page.ts';

let places = 0;

/**
 * Returns a function that computes its value on the first call for a page and stores it on the page. Uses an array instead of a
 * `WeakMap`, because the scan looks here for each label of each number.
 */
export const oncePerPage = <T extends object>(compute: (page: Page) => T): ((page: Page) => T) => {
  const place = places++;
  return (page) => (page.computed[place] ??= compute(page)) as T;
};
