import { type Browser, chromium } from 'playwright-core';
import { ensureBrowser } from './browser.ts';
import { atEnd } from './at-end.ts';

/** Starts a browser for the tests of a file and closes it after them. */
export const useBrowser = async (): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
  atEnd(async () => browser.close());
  return browser;
};
