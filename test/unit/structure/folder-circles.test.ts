import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Pairs of folders that may import each other for now, because the code that reads text for the scan is split between folders
 * above and below it.
 */
const KNOWN = [
  'src/governance <-> src/governance/identifiers',
  'src/governance <-> src/governance/pii',
  'src/governance <-> src/governance/pii/claims',
  'src/governance/pii <-> src/governance/pii/claims',
  'src/governance/pii <-> src/governance/pii/setting',
  'src/governance/pii <-> src/governance/pii/structure',
];

/** Returns the lower folder and all folders strictly between it and the upper one. */
const below = (upper: string, lower: string): readonly string[] => {
  const folders: string[] = [];
  for (let folder = lower; folder !== upper; folder = dirname(folder)) folders.push(folder);
  return folders;
};

/** Returns the pairs of a folder and a folder below it whose files import each other, type imports included. */
const circles = (): readonly string[] => {
  const down = new Set<string>();
  const up = new Set<string>();
  for (const file of globSync('src/**/*.ts', { cwd: ROOT })) {
    const from = dirname(file);
    // The entry points and the few files beside them do not belong to a folder.
    if (from === 'src') continue;
    for (const [, path = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const to = dirname(normalize(join(from, path)));
      if (to.startsWith(`${from}/`)) for (const folder of below(from, to)) down.add(`${from} <-> ${folder}`);
      if (from.startsWith(`${to}/`)) for (const folder of below(to, from)) up.add(`${to} <-> ${folder}`);
    }
  }
  return [...down].filter((pair) => up.has(pair));
};

it('a folder and its subfolders do not import each other', () => {
  expect(circles().filter((pair) => !KNOWN.includes(pair))).toEqual([]);
});
