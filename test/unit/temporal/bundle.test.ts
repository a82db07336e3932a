import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
  readonly sourcesContent?: readonly string[];
}

const readMap = async (): Promise<SourceMap> => {
  const code = await readFile(inject('workflowBundle'), 'utf8');
  const map = code.slice(code.lastIndexOf('base64,') + 'base64,'.length);
  return JSON.parse(Buffer.from(map, 'base64').toString()) as SourceMap;
};

it('workflows load no schema library, because each execution evaluates its modules anew', async () => {
  const { sources } = await readMap();
  expect(sources.some((path) => path.includes('/src/workflows/'))).toBe(true);
  expect(sources.filter((path) => /node_modules\/(zod|ajv)\//.test(path))).toEqual([]);
});

it('the source map has positions, but not the sources', async () => {
  const map = await readMap();
  expect(map.mappings.length).toBeGreaterThan(10_000);
  expect(map.sourcesContent).toBeUndefined();
});
