import { clip } from '../../governance/text/clip.ts';
import { hideIn } from '../secrets/hide.ts';
import type { Browser, PageDialog } from './browser.ts';
import { framesOf, type PageFrame, shownPage } from './frames.ts';
import { callIn } from './call-in-frame.ts';
import { pdfText } from './pdf-text.ts';
import { MAX_ELEMENTS, MAX_TEXT, WALK } from './walk.ts';

export interface PageElement {
  /** An element keeps its number for as long as its page exists. */
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly x: number;
  readonly y: number;
}

interface Walked {
  readonly title: string;
  readonly url: string;
  readonly type: string;
  readonly text: string;
  readonly elements: readonly PageElement[];
  readonly count: number;
}

/** One of the page's documents, with its visible content. */
export interface WalkedFrame {
  readonly frame: PageFrame;
  readonly shows: Walked;
}

/** Reads the visible content of a page's documents, up to a total number of elements. */
export const walkPage = async (
  browser: Browser,
  frames: readonly PageFrame[],
): Promise<readonly WalkedFrame[]> => {
  const walked: WalkedFrame[] = [];
  let most = MAX_ELEMENTS;
  for (const frame of frames) {
    const { left, top, clip, closedRoots: extra } = frame;
    const args = [{ left, top, clip, next: browser.nextRef, most, hidden: browser.hidden }];
    const shows = (await callIn(browser, frame, WALK, { args, extra }).catch(() => undefined)) as
      Walked | undefined;
    if (shows === undefined) continue;
    browser.refsGiven(shows.count);
    walked.push({ frame, shows });
    most -= shows.elements.length;
  }
  return walked;
};

const UNREADABLE = 'No browser page can be read: none is open, or something is in front of it.';

/**
 * Describes the browser's page as text, for models without vision: the title, the address, the elements that can be clicked or
 * filled in with their places on the screen, and the first part of the page's text. The text comes from the page and must not be
 * trusted.
 */
export const pageText = async (browser: Browser): Promise<string> =>
  hideIn(await describePage(browser), browser.hidden);

const describePage = async (browser: Browser): Promise<string> => {
  const shown = await shownPage(browser);
  if (shown === undefined) return UNREADABLE;
  const dialog = browser.dialog(shown.page);
  if (dialog !== undefined) return dialogText(dialog);
  const walked = await framesOf(browser, shown.page)
    .then(async (frames) => walkPage(browser, frames))
    .catch(() => []);
  // A message box may have opened while the page was being read.
  const opened = browser.dialog(shown.page);
  if (opened !== undefined) return dialogText(opened);
  const [main, ...inner] = walked.map(({ shows }) => shows);
  if (main === undefined) return UNREADABLE;
  const hasPdf = walked.some(({ shows }) => shows.type === PDF);
  const frames = walked.map(({ frame }) => frame);
  return textOf(main, inner, hasPdf ? await pdfWords(browser, frames) : undefined);
};

const PDF = 'application/pdf';

/** Returns the text of a page's PDFs. A PDF that is still loading has none. */
const pdfWords = async (browser: Browser, frames: readonly PageFrame[]): Promise<string> => {
  const text = await pdfText(browser, frames);
  return text === undefined ? NO_WORDS : `The PDF: ${text}`;
};

const NO_WORDS = 'The PDF has no text that can be read. It is visible only on the screen.';

const textOf = (main: Walked, inner: readonly Walked[], pdf: string | undefined): string => {
  const elements = [main, ...inner].flatMap((shows) => shows.elements.map(lineOf));
  const texts = [
    main.text,
    ...inner.filter(({ text }) => text !== '').map(({ text }) => `In a frame: ${text}`),
  ];
  if (pdf !== undefined) texts.push(pdf);
  return [
    `Page: ${oneLine(main.title, 200)} (${clip(main.url, 500)})`,
    'Elements, with their positions on the screen:',
    ...elements,
    'Text:',
    clip(texts.join('\n').trim(), MAX_TEXT),
  ].join('\n');
};

const oneLine = (text: string, most: number): string => clip(text.replaceAll(/\s+/g, ' ').trim(), most);

const lineOf = ({ ref, role, name, value, options, x, y }: PageElement): string =>
  `- ${ref} ${role} "${name}"${value === '' ? '' : ` = "${value}"`} at [${x}, ${y}]${
    options.length === 0 ? '' : `, options: ${options.map((option) => `"${option}"`).join(', ')}`
  }`;

const ANSWERS: Readonly<Record<string, string>> = {
  alert: 'Return closes it.',
  confirm: 'Return answers yes, Escape answers no.',
  prompt: 'Type an answer; Return sends it, Escape cancels.',
  beforeunload: 'Return leaves the page, Escape stays on it.',
};

const dialogText = ({ type, message, defaultPrompt }: PageDialog): string =>
  [
    `A message box (${type}) is in front of the page. ${ANSWERS[type] ?? ''}`.trim(),
    `It says: ${oneLine(type === 'beforeunload' ? 'Leave the page? Entered data may be lost.' : message, MAX_TEXT)}`,
    ...(defaultPrompt === '' ? [] : [`Its field contains: ${oneLine(defaultPrompt, 300)}`]),
  ].join('\n');
