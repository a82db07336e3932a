import { readFile } from 'node:fs/promises';
import { listSandboxPackages } from '../../../contract/operations/sandboxes.ts';
import { route } from '../../services/route.ts';

const LOCK = new URL('../../../../images/sandbox/requirements.lock', import.meta.url);

/** Packages of the lock file of which the image keeps only data (images/sandbox/Dockerfile). */
const NOT_KEPT: ReadonlySet<string> = new Set(['rapidocr']);

/** Returns the packages of a lock file as pip reads it. */
const packagesIn = (lock: string) =>
  [...lock.matchAll(/^([a-z0-9][a-z0-9._-]*)==(\S+)/gmu)]
    .map(([, name = '', version = '']) => ({ name, version }))
    .filter(({ name }) => !NOT_KEPT.has(name));

/** Lists the packages that this release builds its images with. */
export const listSandboxPackagesRoute = route(listSandboxPackages, async () => ({
  status: 200,
  body: { packages: packagesIn(await readFile(LOCK, 'utf8')) },
}));
