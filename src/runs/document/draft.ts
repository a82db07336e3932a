import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Draft, draftExtraction } from '../../governance/documents/extract.ts';

export type DraftArguments = Parameters<typeof draftExtraction>;

/** Length in characters from which a text counts as long. Such a text takes some tens of milliseconds. */
const LONG = 65_536;

/** Extracts a draft. A long text gets a thread of its own, so that nothing else in this process waits for it. */
export const draftApart = async (...given: DraftArguments): Promise<Draft> => {
  if (given[0].length < LONG) return draftExtraction(...given);
  const thread = new Worker(new URL('./draft-thread.ts', import.meta.url), { workerData: given });
  try {
    const [draft] = (await once(thread, 'message')) as [Draft];
    return draft;
  } finally {
    void thread.terminate();
  }
};
