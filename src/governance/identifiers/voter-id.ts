/** Electors Photo Identity Card number (Election Commission of India): three letters and seven digits. */

/** Returns whether a string is one EPIC number, in upper or lower case. */
export const isVoterId = (text: string): boolean => /^[A-Z]{3}\d{7}$/i.test(text.trim());
