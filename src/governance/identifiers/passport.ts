/** Indian passport number (ICAO 9303 document number as issued in India): a letter and seven digits, the first not 0. */

/** Returns whether a string is one Indian passport number, in upper or lower case. */
export const isPassport = (text: string): boolean => /^[A-Z] ?[1-9]\d{6}$/i.test(text.trim());
