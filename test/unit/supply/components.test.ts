import { readFile } from 'node:fs/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, it } from 'vitest';
import { createBom } from '../../../scripts/lib/supply/bom.ts';
import type { Component } from '../../../scripts/lib/supply/component.ts';
import { readComponents } from '../../../scripts/lib/supply/components.ts';
import { isAllowed, licenceProblems } from '../../../scripts/lib/supply/licences.ts';

const components = await readComponents('.');
const release = { version: '1.2.3', at: new Date('2026-11-30T00:00:00Z') };
const bom = createBom(components, release);

it('the bill of materials holds every package of the lock files, and is valid CycloneDX', async () => {
  const lock = await readFile('package-lock.json', 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version: string }> };
  const { components: entries } = JSON.parse(bom) as { components: { purl: string; scope: string }[] };
  const named = new Map(entries.map((entry) => [entry.purl, entry]));
  for (const [path, { version }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)!.split('/').map(encodeURIComponent).join('/');
    if (path !== '') expect(named.has(`pkg:npm/${name}@${version}`), path).toBe(true);
  }
  const python = await readFile('images/sandbox/requirements.lock', 'utf8');
  const pinned = [...python.matchAll(/^([a-z0-9-]+)==/gm)];
  expect(entries.filter(({ purl }) => purl.startsWith('pkg:pypi/'))).toHaveLength(pinned.length);
  expect(named.get('pkg:golang/go.temporal.io/server@v1.30.4')).toMatchObject({ scope: 'required' });
  expect(named.get('pkg:oci/postgres@18-bookworm')).toMatchObject({ type: 'container' });
  expect(entries.find(({ purl }) => purl.startsWith('pkg:npm/vitest@'))).toMatchObject({ scope: 'excluded' });
  expect(entries.find(({ purl }) => purl.startsWith('pkg:npm/koa@'))).toMatchObject({ scope: 'required' });
  const errors = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(bom);
  expect(errors).toBeNull();
});

it('the bill of materials has the same bytes in whatever order the components come', () => {
  expect(createBom(components, release)).toBe(bom);
  expect(createBom(components, { ...release, version: '1.2.4' })).not.toBe(bom);
});

const made = (licence: string | undefined): Component => ({
  ecosystem: 'npm',
  name: 'made-up',
  version: '1.0.0',
  hashes: [],
  licence,
  part: 'service',
});

it('every component has a licence that is on the list', () => {
  expect(licenceProblems(components)).toEqual([]);
});

it('a component with an unknown licence, or one that is not on the list, is named', () => {
  expect(licenceProblems([made(undefined)])).toEqual([
    'pkg:npm/made-up@1.0.0 (service): the licence is not known',
  ]);
  expect(licenceProblems([made('AGPL-3.0-only')])).toHaveLength(1);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['(AFL-2.1 OR BSD-3-Clause)', true],
  ['SEE LICENSE IN file', false],
  ['UNLICENSED', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
])('the licence %s is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});
