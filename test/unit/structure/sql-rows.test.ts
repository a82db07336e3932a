import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FUNCTION = /CREATE (?:OR REPLACE )?FUNCTION (\w+)\([\s\S]*?AS \$\$([\s\S]*?)\$\$/g;

/** Returns each SQL function's current definition; later files replace earlier ones. */
const functions = (): ReadonlyMap<string, string> =>
  new Map(
    globSync('sql/*.sql', { cwd: ROOT })
      .toSorted()
      .flatMap((file) => [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(FUNCTION)])
      .map(([, name = '', body = '']) => [name, body]),
  );

it('every SQL function that writes a ledger row names who acted', () => {
  // Functions that only pass on rows contain no content of their own.
  const writers = [...functions()].filter(([, body]) => body.includes('"governance":'));
  expect(writers.length).toBeGreaterThan(0);
  const silent = writers.filter(
    ([, body]) => !body.includes(`'{"actor":{"id":"command-line","kind":"service"`),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});
