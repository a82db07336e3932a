import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { atEnd, file } from '../../helpers/at-end.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const indentOf = (line: string): number => line.search(/\S|$/);

const ended: string[] = [];

beforeAll(() => atEnd(() => ended.push('of a hook')));

it('functions that a hook or a test adds run at the end of the file, in reverse order, and a failure stops nothing', async () => {
  const fault = new Error('made up');
  atEnd(() => {
    throw fault;
  });
  atEnd(async () => ended.push('of a test'));
  expect(ended).toEqual([]);
  await expect(file.ends()).rejects.toBe(fault);
  expect(ended).toEqual(['of a test', 'of a hook']);
  await file.ends();
  expect(ended).toHaveLength(2);
});

it('no hook is registered in a hook, a test or a helper, because vitest would ignore it there', () => {
  const ignored = globSync('test/**/*.ts', { cwd: ROOT }).flatMap((path) => {
    const lines = readFileSync(`${ROOT}${path}`, 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      const indent = indentOf(line);
      if (path === 'test/helpers/at-end.ts' || !/^ +(?:before|after)All\(/.test(line)) return [];
      const around = lines.slice(0, at).findLast((before) => before !== '' && indentOf(before) < indent);
      return /^ *describe\b/.test(around ?? '') ? [] : [`${path}:${at + 1}`];
    });
  });
  expect(ignored).toEqual([]);
});
