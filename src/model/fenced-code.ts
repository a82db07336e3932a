const FENCE = '```';
const LANGUAGE = /^[ \t]*([\w+-]*)/;
const CODE = new Set(['', 'python', 'py', 'python3', 'json', 'tool_code', 'tool_call', 'bash', 'sh']);
/**
 * Counts the characters of code between fences. Moves from fence to fence, because a pattern for a whole block takes quadratic
 * time if fences are never closed.
 */
const fencedCode = (text: string): number => {
  let size = 0;
  for (let open = text.indexOf(FENCE); open >= 0;) {
    const line = text.indexOf('\n', open);
    if (line < 0) break;
    const close = text.indexOf(FENCE, line + 1);
    const end = close < 0 ? text.length : close;
    const [, language = ''] = LANGUAGE.exec(text.slice(open + FENCE.length, line)) ?? [];
    if (CODE.has(language.toLowerCase())) size += text.slice(line + 1, end).trim().length;
    open = close < 0 ? -1 : text.indexOf(FENCE, close + FENCE.length);
  }
  return size;
};

/** Returns whether more than half of a reply is code. */
export const isMostlyCode = (text: string): boolean => fencedCode(text) * 2 > text.trim().length;
