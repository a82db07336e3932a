import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PATH = /`((?:src|test|sql|docs|scripts|images|bench|deploy)\/[^`\s…{}<>]+)`/g;
const FILE = /`([a-z][a-z-]*\.ts)`/g;

/** The recipe for a vertical adds one that does not exist. */
const isExample = (path: string): boolean => /\/claims(?:\/|\.|$)/.test(path);

const files = new Set(
  globSync('{src,test,scripts,bench}/**/*.{ts,mjs}').map((path) => path.split('/').at(-1)!),
);

describe.each(['docs/architecture.md', 'docs/glossary.md', 'docs/recipes.md', 'CONTRIBUTING.md'])(
  '%s',
  (page) => {
    const text = readFileSync(page, 'utf8');

    it('every path that the page names exists', () => {
      const paths = [...text.matchAll(PATH)].map(([, path]) => path!).filter((path) => !isExample(path));
      expect(paths.filter((path) => globSync(path.replace(/\/$/, '')).length === 0)).toEqual([]);
    });

    it('every file that the page names without its folder exists', () => {
      const named = [...text.matchAll(FILE)].map(([, name]) => name!).filter((name) => name !== 'claims.ts');
      expect(named.filter((name) => !files.has(name))).toEqual([]);
    });
  },
);

it('the pages name paths and files to check', () => {
  expect(readFileSync('docs/architecture.md', 'utf8').match(PATH)!.length).toBeGreaterThan(50);
  expect(readFileSync('docs/architecture.md', 'utf8').match(FILE)!.length).toBeGreaterThan(5);
});
