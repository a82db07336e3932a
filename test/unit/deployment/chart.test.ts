import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  chartSchema,
  configNames,
  isOfSandboxHost,
  secretNames,
  SET_BY_CHART,
} from '../../../scripts/lib/chart-schema.ts';
import { settingNames } from '../../../src/config.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');

it('the schema of the chart’s values has every setting: node scripts/chart-schema.ts writes it', () => {
  expect(JSON.parse(read('helm/values.schema.json'))).toEqual(JSON.parse(JSON.stringify(chartSchema())));
});

it('the chart accepts every setting, or sets it itself', () => {
  const secrets = secretNames;
  const known = new Set([
    ...configNames,
    ...secrets,
    ...secrets.map((name) => `${name}_FILE`),
    ...Object.keys(SET_BY_CHART),
  ]);
  expect(settingNames.filter((name) => !known.has(name) && !isOfSandboxHost(name))).toEqual([]);
});

it('the example of a sandbox host names only settings that exist', () => {
  const named = [...read('sandbox-host/sandbox.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(
    ([, name]) => name!,
  );
  expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
});

it('the chart has the version of the service', () => {
  const { version } = JSON.parse(read('../package.json')) as { version: string };
  expect(read('helm/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
});
