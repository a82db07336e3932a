import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problems } from '../../../src/contract/problem.ts';

describe('docs/errors.md', () => {
  it('the page lists every problem with its status, title, advice and header, and nothing else', () => {
    const text = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
    const rows = [
      ...text.matchAll(/^\| `([a-z-]+)` +\| (\d{3}) +\| (.+?) +\| (.+?) +\| (?:`(.+?)`)? *\|$/gm),
    ].map(([, code, status, title, next, header]) => [
      code,
      { status: Number(status), title, next, ...(header && { header }) },
    ]);
    expect(Object.fromEntries(rows)).toEqual(problems);
  });
});
