import type { Browser, Target } from './browser.ts';
import type { PageFrame } from './frames.ts';

/**
 * The browser's own PDF viewer is a scripted page that can access the PDF's text. This script selects the text and returns it.
 */
const SELECT_AND_READ = `(async () => {
  if (!location.href.startsWith('chrome-extension://')) return null;
  const { PluginController } = await import('./pdf_viewer_wrapper.js');
  const viewer = PluginController.getInstance();
  viewer.selectAll();
  const late = new Promise((resolve) => setTimeout(resolve, 1500));
  return (await Promise.race([viewer.getSelectedText(), late]))?.selectedText ?? null;
})()`;

/**
 * Text of the PDFs that have already been read. Reading selects all of a PDF's text, so each PDF is read only once, in order
 * not to replace a person's later selection.
 */
const known = new WeakMap<Target, string>();

/**
 * Reads the full text of the PDFs that a page shows.
 * @returns undefined if none can be read, for example because it is a scan
 */
export const pdfText = async (
  browser: Browser,
  frames: readonly PageFrame[],
): Promise<string | undefined> => {
  const texts: string[] = [];
  for (const target of new Set(frames.map((frame) => frame.target))) {
    if (target.type !== 'iframe') continue;
    const text = known.get(target) ?? (await readFrom(browser, target));
    if (text !== '') texts.push(text);
  }
  return texts.length === 0 ? undefined : texts.join('\n');
};

const readFrom = async (browser: Browser, target: Target): Promise<string> => {
  const answer = await browser
    .call(target, 'Runtime.evaluate', {
      expression: SELECT_AND_READ,
      awaitPromise: true,
      returnByValue: true,
    })
    .catch(() => undefined);
  const value = (answer?.['result'] as { readonly value?: unknown } | undefined)?.value;
  const text = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
  if (text !== '') known.set(target, text);
  return text;
};
