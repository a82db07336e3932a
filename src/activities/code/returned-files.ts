import { MAX_RETURNED_BYTES } from '../../contract/code-run.ts';
import type { RunOutcome, Sandbox } from '../../sandbox/index.ts';
import type { ReturnedFiles } from './stored-code.ts';

/** Reads the requested files from a program's sandbox, up to a limit on their total size. */
export const readReturnedFiles = async (
  sandbox: Sandbox,
  names: readonly string[],
  outcome: RunOutcome,
): Promise<ReturnedFiles> => {
  const found = new Map<string, { readonly content: Buffer; readonly size: number }>();
  let left = MAX_RETURNED_BYTES;
  for (const name of new Set(names)) {
    if (!outcome.files.some((file) => file.name === name)) continue;
    const file = await sandbox.readFile(name, left).catch(() => undefined);
    if (file === undefined) continue;
    found.set(name, file);
    left -= file.content.length;
  }
  return found;
};
