import { expect, it } from 'vitest';
import { loadAssets } from '../../../src/api/live-view/assets.ts';

it('the page of the live view has every script that its scripts import', () => {
  const assets = loadAssets();
  const wanted = [...assets].flatMap(([path, { body }]) =>
    [...body.toString().matchAll(/^(?:import|export|\}) [^'"]*from ['"](\.[^'"]+)['"]/gm)].map(([, name]) =>
      new URL(name!, `http://page/${path}`).pathname.slice(1),
    ),
  );
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((path) => !assets.has(path))).toEqual([]);
});
