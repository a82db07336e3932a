import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../../src/config.ts';
import { API_NODE_OPTIONS } from '../../../src/provision/own-processes.ts';
import { startSettingNames } from '../../../src/provision/settings.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const compose = read('docker-compose.yml');
const example = read('.env.example');
const operations = read('docs/operations.md');
const image = read('images/service/Dockerfile');

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name!);

/** The `NAME: value` pairs in the environments of the service's own processes, which all share one block. */
const given = new Map<string, string>();
const blocks = compose.matchAll(
  /^( *)(?:x-service-environment: &service-environment|environment:)\n((?:\1 {2}.*\n)+)/gm,
);
for (const [, , block = ''] of blocks) {
  if (!/DATABASE_(MIGRATION_)?URL|service-environment/.test(block)) continue;
  for (const [, name, value] of block.matchAll(/^ +(\w+): (.*)$/gm)) given.set(name!, value!);
}

/** Settings that an administrator cannot change in .env, and why. */
const FIXED: Readonly<Record<string, string>> = {
  DATABASE_URL: 'the database of the service postgres, with SERVICE_DB_PASSWORD',
  DATABASE_MIGRATION_URL: 'the same database, with POSTGRES_PASSWORD; only migrate gets it',
  DATABASE_URL_FILE: 'DATABASE_URL is given',
  DATABASE_MIGRATION_URL_FILE: 'DATABASE_MIGRATION_URL is given',
  HOST: 'the API listens on all addresses of its container; ports decides who reaches it',
  PORT: 'the port inside the container; the PORT of .env is the one on the machine',
  TEMPORAL_UI_UPSTREAM: 'the service temporal-ui',
  TEMPORAL_UI_PORT: 'the port inside the container; that of .env is the one on the machine',
  WORKER_ROLES: 'worker and sandbox-worker have one role each',
  DOCKER_HOST: 'the socket that is mounted into sandbox-worker',
  DESKTOP_LINK_HOST: 'the network between the containers',
  DESKTOP_LINK_PORT: 'the network between the containers',
  DESKTOP_LINK_ADDRESS: 'the network between the containers',
  WORKFLOW_BUNDLE: 'the image has the bundle of its release',
};

const missing = (names: readonly string[], where: (name: string) => boolean): readonly string[] =>
  names.filter((name) => !where(name));

describe('Every setting the service reads', () => {
  it('every setting can be changed in .env, or has a reason why not', () => {
    const open = settingNames.filter((name) => given.get(name)?.includes(`\${${name}`));
    expect(settingNames.filter((name) => !open.includes(name)).toSorted()).toEqual(
      Object.keys(FIXED).toSorted(),
    );
  });

  it('every fixed setting has a value in docker-compose.yml or in the image', () => {
    const set = namesIn(image, /\b(\w+)=/g);
    const values = Object.keys(FIXED).filter((name) => !name.endsWith('_FILE'));
    expect(missing(values, (name) => given.has(name) || set.includes(name))).toEqual([]);
  });

  it('every setting is listed in .env.example unless docker-compose.yml fixes its value', () => {
    const open = settingNames.filter((name) => FIXED[name] === undefined);
    expect(missing(open, (name) => new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
  });

  it('every setting is documented in docs/operations.md, as is every setting of npm start', () => {
    const names = [...settingNames, ...startSettingNames];
    expect(missing(names, (name) => operations.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('Unused settings', () => {
  it('docker-compose.yml passes on only settings that the service reads', () => {
    expect(missing([...given.keys()], (name) => settingNames.includes(name))).toEqual([]);
  });

  it('.env.example names the profiles of docker-compose.yml, and lists only settings that it uses', () => {
    expect(namesIn(compose, /profiles: \[(\w+)\]/g)).toEqual(namesIn(example, /^#COMPOSE_PROFILES=(\w+)$/gm));
    // Compose itself reads the names of profiles.
    const used = new Set(['COMPOSE_PROFILES', ...namesIn(compose, /\$\{(\w+)/g)]);
    expect(missing(namesIn(example, /^#?(\w+)=/gm), (name) => used.has(name))).toEqual([]);
  });
});

describe('The API', () => {
  it('the API gets the same options of Node, however it is started', () => {
    const words = ['node', ...API_NODE_OPTIONS, 'src/api/main.ts'];
    expect(compose).toContain(`command: [${words.join(', ')}]`);
    expect(image).toContain(`CMD ${JSON.stringify(words).replaceAll(',', ', ')}`);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts['api']).toBe(words.join(' '));
  });
});
