/**
 * Indian Financial System Code (Reserve Bank of India): four letters for the bank, a zero reserved for later use, and six letters
 * or digits for the branch. It identifies a branch, not a person, so it is reported but never masked.
 */

const SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** Returns whether a string is one IFSC, in upper or lower case, and nothing else. */
export const isIfsc = (text: string): boolean => SHAPE.test(text.trim().toUpperCase());
