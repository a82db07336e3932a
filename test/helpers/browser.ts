import { existsSync } from 'node:fs';
import { aptInstall, cannotInstall } from '../../src/provision/apt.ts';
import { silent } from '../../src/process/progress.ts';

const find = (): string | undefined =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Returns the path of a real browser: the machine's own or, without one, a browser that it installs first. */
export const ensureBrowser = async (): Promise<string> => {
  const found = find();
  if (found !== undefined) return found;
  const obstacle = await cannotInstall();
  if (obstacle !== undefined) throw new Error(`There is no Chromium and none can be installed: ${obstacle}.`);
  await aptInstall(['chromium'], [], silent, process.env);
  const installed = find();
  if (installed === undefined) throw new Error('Chromium was installed and is not to be found.');
  return installed;
};
