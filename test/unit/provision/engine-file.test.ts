import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { prepareTemporalFile } from '../../../src/provision/temporal-file.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

it('prepareTemporalFile moves the Temporal database of an older version into a private folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pramaan-engine-'));
  onTestFinished(async () => rm(dataDir, { recursive: true }));
  for (const side of ['', '-wal']) {
    await writeFile(join(dataDir, `temporal.sqlite${side}`), `kept${side}`, { mode: 0o644 });
  }
  const path = await prepareTemporalFile(dataDir);
  expect(await prepareTemporalFile(dataDir)).toBe(path);
  expect(await readdir(dataDir)).toEqual(['temporal']);
  expect(await modeOf(join(dataDir, 'temporal'))).toBe('700');
  for (const side of ['', '-wal']) {
    expect(await modeOf(path + side)).toBe('600');
    expect(await readFile(path + side, 'utf8')).toBe(`kept${side}`);
  }
});
