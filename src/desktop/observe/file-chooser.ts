import type { Browser } from './browser.ts';

const OPENS_WITHIN_MS = 3_000;

/**
 * Chooses a file instead of opening the browser's dialog.
 * @param open does what opens the dialog, such as a click on its button
 * @returns whether a page asked for a file
 */
export const chooseFile = async (
  browser: Browser,
  path: string,
  open: () => Promise<void>,
): Promise<boolean> => {
  if (!(await browser.connect())) return false;
  const all = browser.targets();
  const intercept = async (enabled: boolean): Promise<void> => {
    const each = all.map(async (target) =>
      browser.call(target, 'Page.setInterceptFileChooserDialog', { enabled }),
    );
    await Promise.allSettled(each);
  };
  const asked = browser.nextFileChooser(OPENS_WITHIN_MS);
  await intercept(true);
  try {
    await open();
    const chooser = await asked;
    if (chooser === undefined) return false;
    const { target, backendNodeId } = chooser;
    await browser.call(target, 'DOM.setFileInputFiles', { files: [path], backendNodeId });
    return true;
  } catch {
    return false;
  } finally {
    await intercept(false);
  }
};
