import type { TestProject } from 'vitest/node';
import { fetchModel } from './fetch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    realModel: { readonly model: string; readonly python: string };
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const BAR = '='.repeat(100);

/**
 * Fetches the model once for all tests. If that fails, the suite fails and gives the reason, because without a model it proves
 * nothing.
 */
export default async function setup(project: TestProject): Promise<void> {
  try {
    project.provide('realModel', await fetchModel(say));
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
    say(`\n${BAR}\nTHE REAL MODEL COULD NOT BE HAD, SO NOTHING WAS TRIED WITH ONE.\n${why}\n${BAR}\n`);
    throw error;
  }
}
