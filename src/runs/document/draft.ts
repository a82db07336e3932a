import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Draft, draftExtraction } from '../../governance/documents/extract.ts';

export type DraftArguments = Parameters<typeof draftExtraction>;

/** Text with at least this many characters is considered long. Extracting from it takes some tens of milliseconds. */
const LONG = 65_536;

/** Extracts a draft. Uses a separate thread for long text, so that nothing else in this process has to wait. */
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
