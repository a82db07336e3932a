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

/** Matches a call that appends a row of the function's own. A function that passes its caller's `team_ids` on writes none. */
const APPENDS = /FROM public\.append_agent_actions\((?!team_ids,)/;

it('every SQL function that writes a ledger row of its own names who acted', () => {
  const writers = [...functions()].filter(([, body]) => APPENDS.test(body));
  expect(writers.length).toBeGreaterThan(0);
  const silent = writers.filter(
    ([, body]) => !body.includes(`'{"actor":{"id":"command-line","kind":"service"`),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});
