import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { keepIfConsistent } from './remembered.ts';
import type { Witness } from './witness.ts';

/** Number of bytes at the end of a file in which to look for the last note. */
const TAIL_BYTES = 65_536;

/**
 * Creates a witness that keeps checkpoints in a folder, ideally on another machine's disk: `<team>.jsonl` gets a line for each
 * one, and `<team>.checkpoint` holds the last one unchanged.
 */
export const createFileWitness = ({
  name,
  path,
}: {
  readonly name: string;
  readonly path: string;
}): Witness => ({
  name,
  take: async (shipment) => {
    const log = join(path, `${shipment.teamId}.jsonl`);
    const memory = {
      last: async () => lastNote(log),
      keep: async (note: string) => {
        await mkdir(path, { recursive: true });
        const { origin, size, root } = shipment.checkpoint;
        const line = {
          at: new Date().toISOString(),
          origin,
          size,
          root: root.toString('base64'),
          checkpoint: note,
        };
        await writeDurably(log, 'a', `${JSON.stringify(line)}\n`);
        const latest = join(path, `${shipment.teamId}.checkpoint`);
        await writeDurably(`${latest}.new`, 'w', note);
        await rename(`${latest}.new`, latest);
      },
    };
    return keepIfConsistent(memory, shipment);
  },
});

const writeDurably = async (path: string, flags: 'a' | 'w', text: string): Promise<void> => {
  const file = await open(path, flags, 0o644);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Returns the note in the last complete line, ignoring a line that was cut off by a crash. */
const lastNote = async (path: string): Promise<string | undefined> => {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n').slice(0, -1);
    return lines.map(noteOf).findLast((note) => note !== undefined);
  } finally {
    await file.close();
  }
};

const noteOf = (line: string): string | undefined => {
  try {
    const { checkpoint } = JSON.parse(line) as { readonly checkpoint?: unknown };
    return typeof checkpoint === 'string' ? checkpoint : undefined;
  } catch {
    return undefined;
  }
};
