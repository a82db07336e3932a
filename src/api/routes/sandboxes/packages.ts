import { readFile } from 'node:fs/promises';
import { listSandboxPackages } from '../../../contract/operations/sandboxes.ts';
import { packagesIn } from '../../../sandbox/packages.ts';
import { route } from '../../services/route.ts';

const LOCK = new URL('../../../../images/sandbox/requirements.lock', import.meta.url);

/** Lists the packages that this release builds its images with. */
export const listSandboxPackagesRoute = route(listSandboxPackages, async () => ({
  status: 200,
  body: { packages: packagesIn(await readFile(LOCK, 'utf8')) },
}));
