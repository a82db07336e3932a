/** Reasons why a sandbox refuses a document, each with what was expected instead. */
export const REFUSALS = {
  encrypted: 'expected a document that opens without a password',
  damaged: 'expected a document that is complete and not damaged',
  empty: 'expected a document with at least one page',
  pixels: 'expected pictures of at most 25 million pixels',
  pages: 'expected a document of at most 50 pages',
  animated: 'expected a picture that is not animated',
  polyglot: 'expected a file of one format, not one that is a picture and a PDF at the same time',
  xfa: 'expected a PDF whose pages can be drawn; this XFA form is only data for its own viewer. Print it to a new PDF',
  script: 'expected a PDF without JavaScript. Print it to a new PDF',
  heavy: 'expected a document whose pages can be drawn within 40 seconds and 400 MiB of memory',
} as const;

export type Refusal = keyof typeof REFUSALS;

export const isRefusal = (text: string): text is Refusal => Object.hasOwn(REFUSALS, text);

/** Returns what was expected in place of a refused document. */
export const refusalWords = (refusal: string): string =>
  isRefusal(refusal) ? REFUSALS[refusal] : REFUSALS.damaged;
