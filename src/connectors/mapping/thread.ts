import { parentPort } from 'node:worker_threads';
import jsonata from 'jsonata';
import { type MappingJob, type MappingResult, READY } from './job.ts';

/** Limits of the expression language itself. The thread's owner also ends the thread if they do not help, as in a regular expression. */
const LIMITS = { timeout: 500, stack: 200, sequence: 10_000 } as const;

const failureOf = (error: unknown): string => {
  const { code, position } = error as { code?: unknown; position?: unknown };
  // The library's messages quote the expression and the values, so only its code is passed on.
  return `JSONata ${typeof code === 'string' ? code : 'error'}${typeof position === 'number' ? ` at position ${position}` : ''}`;
};

const work = async ({ n, expression, input }: MappingJob): Promise<MappingResult> => {
  try {
    const compiled = jsonata(expression, LIMITS);
    if (input === undefined) return { n, output: undefined };
    const output: unknown = await compiled.evaluate(JSON.parse(input));
    return { n, output: output === undefined ? undefined : JSON.stringify(output) };
  } catch (error) {
    return { n, failed: failureOf(error) };
  }
};

const parent = parentPort!;
parent.on('message', (job: MappingJob) => {
  void work(job).then((result) => parent.postMessage(result, []));
});
parent.postMessage(READY, []);
