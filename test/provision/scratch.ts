import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed when the test ends. */
export const scratchFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-provision-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
};
