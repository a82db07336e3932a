import { parentPort } from 'node:worker_threads';
import jsonata from 'jsonata';
import { READY } from '../../process/bounded-thread.ts';
import type { MappingJob, MappingResult } from './job.ts';

/** Limits of the expression language itself. The thread's owner also ends the thread if they do not help, as in a regular expression. */
const LIMITS = { timeout: 500, stack: 200, sequence: 10_000 } as const;

const failureOf = (error: unknown): string => {
  const { code, position } = error as { code?: unknown; position?: unknown };
  // The library's messages quote the expression and the values, so only its code is passed on.
  return `JSONata ${typeof code === 'string' ? code : 'error'}${typeof position === 'number' ? ` at position ${position}` : ''}`;
};

const work = async ({ expression, input }: MappingJob): Promise<MappingResult> => {
  try {
    const compiled = jsonata(expression, LIMITS);
    if (input === undefined) return { output: undefined };
    const output: unknown = await compiled.evaluate(JSON.parse(input));
    return { output: output === undefined ? undefined : JSON.stringify(output) };
  } catch (error) {
    return { failed: failureOf(error) };
  }
};

const parent = parentPort!;
parent.on('message', ({ n, job }: { readonly n: number; readonly job: MappingJob }) => {
  void work(job).then((result) => parent.postMessage({ n, result }, []));
});
parent.postMessage(READY, []);
