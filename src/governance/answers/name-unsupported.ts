const MOST = 10;

/** Appends a sentence to an answer that lists the numbers that no code run computed. */
export const withUnsupported = (answer: string, numbers: readonly string[]): string => {
  if (numbers.length === 0) return answer;
  const named = numbers.slice(0, MOST).join('; ');
  const rest = numbers.length > MOST ? ` and ${numbers.length - MOST} more` : '';
  return `${answer.trimEnd()}\n\nNot found in the output of any code run: ${named}${rest}.`;
};
