/** Maximum number of names, and of characters of code, that the next run gets. */
const MAX_NAMES = 50;
const MAX_CODE = 8_000;

const SET = /^([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*(?::[^=\n]+)?=(?!=)/;
const DEFINED = /^(?:async\s+)?(?:def|class)\s+([A-Za-z_]\w*)/;

/** One program of a run, masked. */
export interface RunCode {
  readonly code: string;
  readonly exit_code: number | null;
}

const worked = (steps: readonly RunCode[]): readonly string[] =>
  steps.filter(({ exit_code }) => exit_code === 0).map(({ code }) => code);

/** Returns the names that programs set outside functions, in order. */
export const variablesOf = (steps: readonly RunCode[]): readonly string[] => {
  const names = worked(steps)
    .flatMap((code) => code.split('\n'))
    .flatMap((line) => (SET.exec(line)?.[1] ?? DEFINED.exec(line)?.[1] ?? '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(names)].slice(0, MAX_NAMES);
};

/** Returns the programs that worked, as many of the last ones as the model reads again. */
export const codeToRepeat = (steps: readonly RunCode[]): string => {
  const kept: string[] = [];
  let size = 0;
  for (const code of worked(steps).toReversed()) {
    size += code.length;
    if (size > MAX_CODE) break;
    kept.unshift(code);
  }
  return kept.join('\n\n');
};

/** Tells the model what exists when its work continues in a fresh sandbox. */
export const freshNote = (steps: readonly RunCode[]): string => {
  const names = variablesOf(steps);
  const code = codeToRepeat(steps);
  const gone = names.length === 0 ? 'variables are gone' : `the variables ${names.join(', ')} are gone`;
  const note = `This continues the work above in a fresh sandbox: ${gone}; files that are named here are in /tmp again.`;
  return code === ''
    ? `(${note})`
    : `(${note} The code that ran before, of which you can repeat what you need:\n\n\`\`\`python\n${code}\n\`\`\`\n)`;
};
