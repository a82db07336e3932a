const MOST = 10;

/** Ends an answer with a sentence that names the numbers which no code run computed. */
export const withUnsupported = (answer: string, numbers: readonly string[]): string => {
  if (numbers.length === 0) return answer;
  const named = numbers.slice(0, MOST).join('; ');
  const rest = numbers.length > MOST ? ` and ${numbers.length - MOST} more` : '';
  return `${answer.trimEnd()}\n\nNot found in the output of any code run: ${named}${rest}.`;
};
