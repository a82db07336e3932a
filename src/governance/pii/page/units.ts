/** Kinds of units in a reading. */

export const KIND = { other: 0, digit: 1, upper: 2, lower: 3, latin: 4, script: 5, at: 6 } as const;

/** Kind of each unit. Letters of other scripts may touch a number; Latin letters make it part of a word. */
export const KINDS: Uint8Array = (() => {
  const kinds = new Uint8Array(0x10000);
  kinds.fill(KIND.digit, 48, 58);
  kinds.fill(KIND.upper, 65, 91);
  kinds.fill(KIND.lower, 97, 123);
  kinds[64] = KIND.at;
  const letter = /[\p{L}\p{M}]/u;
  for (let code = 0xc0; code < 0xd800; code++)
    if (letter.test(String.fromCharCode(code))) kinds[code] = code < 0x250 ? KIND.latin : KIND.script;
  return kinds;
})();

/** Returns whether a unit is a digit. There is no unit, and so no digit, past the ends of a reading. */
export const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;
