import { open, rename } from 'node:fs/promises';

/** Atomically writes a file that only its owner can read. Even after a power cut, the file is either complete or absent. */
export const writePrivately = async (path: string, content: unknown): Promise<void> => {
  const aside = `${path}.${process.pid}.new`;
  const file = await open(aside, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
};
