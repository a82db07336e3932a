/**
 * Indian Financial System Code (Reserve Bank of India): four letters of the bank, a zero kept for later use, six letters
 * or digits of the branch. It names a branch and no person, so it is found but never masked.
 */

const SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** True for a text that is one IFSC, in either case, and nothing else. */
export const isIfsc = (text: string): boolean => SHAPE.test(text.trim().toUpperCase());
