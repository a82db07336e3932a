import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RECIPES } from '../../../deploy/images/recipes.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const compose = read('docker-compose.yml');
const example = read('.env.example');

/** The names of published images, under the setting that replaces each. */
const published = new Map(
  [...compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(([, setting = '', image = '']) => [
    setting,
    image,
  ]),
);

describe('The images of docker-compose.yml', () => {
  it('every image has a setting, and .env.example names its default', () => {
    expect(compose.match(/^ +image: .*$/gm)?.filter((line) => !/\$\{\w+_IMAGE:-/.test(line))).toEqual([]);
    expect([...published.keys()]).toHaveLength(6);
    for (const [setting, image] of published) expect(example).toContain(`#${setting}=${image}\n`);
  });

  it('every image that would be pulled can be built, and no other', () => {
    const pulled = [...published.keys()].filter((setting) => setting !== 'SERVICE_IMAGE');
    const built = Object.values(RECIPES).map(({ setting }) => setting);
    expect(built.toSorted()).toEqual(pulled.toSorted());
    const folders = readdirSync(new URL('../../../deploy/images/', import.meta.url), { withFileTypes: true });
    expect(
      folders
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(RECIPES).toSorted());
  });

  it('the Web UI and Postgres are built in the version of the published image', () => {
    const [, ui = ''] = /ui-server\/v2 v(\S+)/.exec(read('deploy/images/temporal-ui/go.mod')) ?? [];
    expect(published.get('TEMPORAL_UI_IMAGE')).toBe(`temporalio/ui:${ui}`);
    const [, major = ''] = /postgresql-(\d+)/.exec(read('deploy/images/postgres/Dockerfile')) ?? [];
    expect(published.get('POSTGRES_IMAGE')).toBe(`postgres:${major}-bookworm`);
  });
});
