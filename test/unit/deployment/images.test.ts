import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const compose = read('docker-compose.yml');
const example = read('.env.example');

describe('The images of docker-compose.yml', () => {
  it('every image has a setting, and .env.example names its default', () => {
    const named = [...compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)];
    const defaults = new Map(named.map(([, setting = '', image = '']) => [setting, image]));
    expect(compose.match(/^ +image: .*$/gm)?.filter((line) => !/\$\{\w+_IMAGE:-/.test(line))).toEqual([]);
    expect([...defaults.keys()]).toHaveLength(6);
    for (const [setting, image] of defaults) expect(example).toContain(`#${setting}=${image}\n`);
  });

  it('the options for a new database name the encoding that its locale requires', () => {
    const [, options = ''] = /POSTGRES_INITDB_ARGS: (.*)/.exec(compose) ?? [];
    expect(options.split(' ')).toEqual(
      expect.arrayContaining(['--encoding=UTF8', '--builtin-locale=C.UTF-8']),
    );
  });
});
