import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** An import of one file by another, type imports included; both are paths. */
type Import = readonly [from: string, to: string];

const imports = (): readonly Import[] =>
  globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, path = '']): Import => [
      file,
      normalize(join(dirname(file), path)),
    ]),
  );

/** Returns the subfolder of `parent` that contains a file, `parent` for its own files, or undefined for files elsewhere. */
const placeIn = (parent: string, file: string): string | undefined => {
  if (!file.startsWith(`${parent}/`)) return undefined;
  const [name, ...deeper] = file.slice(parent.length + 1).split('/');
  return deeper.length === 0 ? parent : `${parent}/${name}`;
};

/** Returns which of a folder's subfolders, each with everything in it, and its own files import which others. */
const graphOf = (parent: string, all: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const graph = new Map<string, Set<string>>();
  for (const [file, target] of all) {
    const [from, to] = [placeIn(parent, file), placeIn(parent, target)];
    if (from === undefined || to === undefined || from === to) continue;
    // The entry points and the few files beside them do not belong to a folder.
    if (parent === 'src' && (from === parent || to === parent)) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
};

const reachable = (graph: ReadonlyMap<string, ReadonlySet<string>>, from: string): ReadonlySet<string> => {
  const seen = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const to of graph.get(next) ?? [])
      if (!seen.has(to)) {
        seen.add(to);
        open.push(to);
      }
  return seen;
};

/** Returns the folders that can be reached from themselves, grouped by those that can reach each other. */
const circlesIn = (graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] => {
  const from = new Map([...graph.keys()].map((folder) => [folder, reachable(graph, folder)]));
  const circles = [...from].map(([folder, all]) =>
    [...all].filter((other) => all.has(folder) && from.get(other)?.has(folder)).toSorted(),
  );
  return [...new Set(circles.filter(({ length }) => length > 0).map((circle) => circle.join(' <-> ')))];
};

/**
 * Returns the circles at every level. Any circle of folders shows at the level where their paths part, so this finds all of
 * them.
 */
const circles = (all: readonly Import[]): readonly string[] => {
  const folders = new Set<string>();
  for (const [file] of all)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  return [...folders].flatMap((folder) => circlesIn(graphOf(folder, all))).toSorted();
};

it('the folders of src do not import each other in circles, whether they are nested, side by side or far apart', () => {
  expect(circles(imports())).toEqual([]);
});

it.each([
  {
    where: 'a folder and its subfolder',
    all: [
      ['src/a/x.ts', 'src/a/b/y.ts'],
      ['src/a/b/y.ts', 'src/a/z.ts'],
    ],
    found: ['src/a <-> src/a/b'],
  },
  {
    where: 'subfolders of two folders',
    all: [
      ['src/a/b/c/x.ts', 'src/a/d/y.ts'],
      ['src/a/d/e/z.ts', 'src/a/b/x.ts'],
    ],
    found: ['src/a/b <-> src/a/d'],
  },
  {
    where: 'three folders in a row',
    all: [
      ['src/a/x.ts', 'src/b/x.ts'],
      ['src/b/x.ts', 'src/c/x.ts'],
      ['src/c/x.ts', 'src/a/y.ts'],
    ],
    found: ['src/a <-> src/b <-> src/c'],
  },
] as const)('the search for circles finds one between $where', ({ all, found }) => {
  expect(circles(all)).toEqual(found);
});

it('the search for circles accepts imports in one direction, and any import between files directly in src', () => {
  expect(
    circles([
      ['src/a/x.ts', 'src/b/x.ts'],
      ['src/a/y.ts', 'src/a/c/x.ts'],
      ['src/a/c/x.ts', 'src/b/x.ts'],
      ['src/b/x.ts', 'src/ids.ts'],
      ['src/ids.ts', 'src/a/x.ts'],
    ]),
  ).toEqual([]);
});
