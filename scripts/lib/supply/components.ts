import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBaseImage, readComposeImages } from './base-images.ts';
import { byPurl, type Component } from './component.ts';
import { readGoModules } from './go-modules.ts';
import { readNpmLock } from './npm-lock.ts';
import { readPythonLock } from './python-lock.ts';

/** Folders with a go.mod whose programs a deployment runs. */
export const GO_FOLDERS = [
  'deploy/images/temporal',
  'deploy/images/temporal-ui',
  'src/provision/temporal-cli',
];
export const PYTHON_LOCK = 'images/sandbox/requirements.lock';
export const RECORDED_LICENCES = 'deploy/supply/licences.json';
const IMAGE_FOLDERS = ['images/service', 'images/sandbox', 'images/desktop'];

/**
 * Reads every component of a checkout from its lock files. Licences that these do not name are in `deploy/supply/licences.json`.
 * Packages of Debian are not among them, because no file here pins them: an image has its own list.
 */
export const readComponents = async (root: string): Promise<readonly Component[]> => {
  const read = async (path: string): Promise<string> => readFile(join(root, path), 'utf8');
  const found = [
    ...readNpmLock(await read('package-lock.json')),
    ...readPythonLock(await read(PYTHON_LOCK), 'images/sandbox'),
    ...readComposeImages(await read('docker-compose.yml')),
  ];
  for (const folder of GO_FOLDERS) found.push(...readGoModules(await read(join(folder, 'go.mod')), folder));
  for (const folder of IMAGE_FOLDERS)
    found.push(...readBaseImage(await read(join(folder, 'Dockerfile')), folder));
  const recorded = JSON.parse(await read(RECORDED_LICENCES)) as Readonly<Record<string, string>>;
  return found
    .map((one) => ({ ...one, licence: one.licence ?? recorded[`${one.ecosystem}:${one.name}`] }))
    .toSorted(byPurl);
};
