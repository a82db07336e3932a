/**
 * The cost of a regular expression that somebody else wrote: the number of ways in which it can be tried at one place of a text. A
 * pattern without `*`, `+`, back references and repeated groups takes at most this number of steps there, so it is linear in the text.
 */

class PatternFault extends Error {}

/** Escapes that stand for one character or for a place. Others are back references, or depend on flags. */
const ESCAPE = /^\\(?:[dDwWsSbBnrt]|[^A-Za-z0-9])/;
const GROUP = /^\((?:\?(?::|=|!|<=|<!))?(?!\?)/;
const TIMES = /^\{(\d{1,3})(?:,(\d{1,3}))?\}/;
const CLASS = /^\[\^?(?:\\[dDwWsSbnrt]|\\[^A-Za-z0-9]|[^\]\\])*\]/;

/** A character that stands for itself. */
const LITERAL = /^(?:[^\\()[\]{}*+?|.^$]|\\[^A-Za-z0-9])$/;

interface Alternative {
  /** The characters with which it begins in any case. */
  readonly start: string;
  readonly cost: number;
}

/** Alternatives whose beginnings differ cannot both match at one place, so only the costs of the others add up. */
const together = (all: readonly Alternative[]): number =>
  Math.max(
    ...all.map((one) =>
      all.reduce(
        (sum, { start, cost }) =>
          start.startsWith(one.start) || one.start.startsWith(start) ? sum + cost : sum,
        0,
      ),
    ),
  );

/** Returns the cost of a pattern, or why it is not allowed. */
export const patternCost = (source: string): number | string => {
  let at = 0;
  const take = (form: RegExp): string | undefined => {
    const found = form.exec(source.slice(at))?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };

  /** Reads alternatives up to the end of their group. The costs of the parts of one multiply. */
  const alternatives = (): number => {
    const all: Alternative[] = [];
    let start = '';
    let isOpen = true;
    let cost = 1;
    for (; at < source.length && source[at] !== ')';) {
      if (source[at] === '|') {
        at++;
        all.push({ start, cost });
        [start, isOpen, cost] = ['', true, 1];
        continue;
      }
      const from = at;
      cost *= part();
      const piece = source.slice(from, at);
      if (LITERAL.test(piece) && isOpen) start += piece.at(-1)!;
      else if (piece !== String.raw`\b`) isOpen = false;
    }
    return together([...all, { start, cost }]);
  };

  const part = (): number => {
    const group = take(GROUP);
    let own = 1;
    if (group !== undefined) {
      own = alternatives();
      if (source[at++] !== ')') throw new PatternFault('a group is not closed');
    } else if (
      take(CLASS) === undefined &&
      take(ESCAPE) === undefined &&
      take(/^[^\\()[\]{}*+?|]/) === undefined
    )
      throw new PatternFault(`${source[at]} is not allowed at ${at + 1}`);
    return times(own, group !== undefined);
  };

  const times = (own: number, isGroup: boolean): number => {
    if (take(/^\?/) !== undefined) {
      take(/^\?/);
      return own + 1;
    }
    const [, least, most] = TIMES.exec(source.slice(at)) ?? [];
    if (take(TIMES) === undefined) return own;
    take(/^\?/);
    if (isGroup) throw new PatternFault('a group is repeated');
    return Number(most ?? least) - Number(least) + 1;
  };

  try {
    const cost = alternatives();
    if (at < source.length) throw new PatternFault('a group is closed that was not opened');
    // What is left to check is the language's own, such as an order of characters.
    return new RegExp(source).source === '' ? 0 : cost;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
};
