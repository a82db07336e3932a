/** Knowledge of Markdown and HTML syntax: escapes, entities and the positions of links. */

/** White space in Markdown and HTML. Both treat any other kind, such as a no-break space, as part of an address. */
export const SPACE = String.raw`\t\n\v\f\r `;

const entity = (name: string, decimal: number): string =>
  `&(?:${name}|#0{0,6}${decimal}|#x0{0,6}${decimal.toString(16)});`;

/** Each character in all its spellings: as itself, escaped by a backslash, or as an entity. */
export const COLON = String.raw`(?:\\?:|${entity('colon', 0x3a)})`;
export const DOT = String.raw`(?:\\?\.|${entity('period', 0x2e)})`;
export const SLASH = String.raw`(?:\\?[\\/]|${entity('sol', 0x2f)}|${entity('bsol', 0x5c)})`;

/** A tag, without its `<`, that contains only a name. It cannot fetch anything unless its element does so by itself. */
const NAME = String.raw`\/?[a-z][^${SPACE}<>\/=:"'${'`'}]{0,200}[ \t]{0,3}`;
export const BARE = String.raw`${NAME}\/?>`;

const GAP = String.raw`[ \t]{0,99}(?:(?:\r\n?|\n)[ \t>]{0,99})?`;
/** The gap between a label and its destination. Inside a block quote, the gap may contain a `>` after the line break. */
export const REFERENCE_GAP = GAP;

const ESCAPE = /\\([!-/:-@[-`{-~])/gu;
const ENTITY = /&(?!amp;)(?:#|[a-z])[a-z0-9]{1,32};/iu;

/**
 * Decodes a destination as Markdown does.
 * @returns undefined if it has an entity other than `&amp;`, which no legitimate address needs
 */
export const plainly = (destination: string): string | undefined =>
  ENTITY.test(destination) ? undefined : destination.replaceAll(ESCAPE, '$1').replaceAll('&amp;', '&');

// eslint-disable-next-line no-control-regex -- browsers skip control characters before an address
const LEAVES = /^[\0-\x20]*(?:[a-z][a-z0-9+.-]*\[?:|[\\/]{2})/iu;

/** Returns whether a browser could interpret the destination as an address on another host. */
export const couldLeave = (destination: string): boolean => {
  const plain = plainly(destination);
  return plain === undefined || LEAVES.test(destination) || LEAVES.test(plain);
};

/** Matches the end of text that could still become a link or a tag. */
const UNSETTLED = new RegExp(String.raw`(?:\]\([${SPACE}]{0,3}|\]:${GAP}|<${NAME})$`, 'iu');
const LONGEST = 210;

/**
 * Returns the first part of unfinished text in which links can no longer change: up to the last white space outside a link.
 * `disableLinks` turns this part into the start of its result for the whole text.
 */
export const settledLinks = (text: string): string => {
  for (let end = text.length; end > 0; end -= 1) {
    if (
      /[\t\n\v\f\r ]/.test(text[end - 1]!) &&
      !UNSETTLED.test(text.slice(Math.max(0, end - LONGEST), end))
    ) {
      return text.slice(0, end);
    }
  }
  return '';
};
