const QUANTUM = 4;
const PADDED = /={1,2}$/;
const FOREIGN = /[^A-Za-z0-9+/]/;

/**
 * Returns whether text is base64 (RFC 4648, section 4), possibly with the line breaks that tools insert. A single pattern over
 * all of it would recurse too deeply.
 */
export const isBase64 = (text: string): boolean => {
  const bare = text.includes('\n') ? text.replaceAll(/[\r\n]+/g, '') : text;
  return bare.length % QUANTUM === 0 && !FOREIGN.test(bare.replace(PADDED, ''));
};
