import { setTimeout as sleep } from 'node:timers/promises';
import type { Desktop } from '../desktop.ts';
import { VIDEO_PAGE } from './page.ts';
import type { EncodedFrame, Scene } from './scenes.ts';

const READY_WITHIN_MS = 60_000;
const LOOK_MS = 100;
const FRAME_WITHIN_MS = 60_000;
/** A player can jump to these frames. */
const KEY_EVERY = 10;
const PAGE = 'video.html';

/** Has a desktop's browser encode scenes, one after the other. @throws if the browser cannot do it */
export const encodeScenes = async (
  desktop: Desktop,
  scenes: AsyncIterable<Scene>,
): Promise<readonly EncodedFrame[]> => {
  await desktop.files.put(`Documents/${PAGE}`, Buffer.from(VIDEO_PAGE));
  await desktop.perform({ action: 'open_app', app: 'browser', file: PAGE });
  await untilReady(desktop);
  const frames: EncodedFrame[] = [];
  let atMs = 0;
  for await (const { png, box, words, showsMs } of scenes) {
    const isKey = frames.length % KEY_EVERY === 0;
    const given = { png: png?.toString('base64') ?? null, box, words, at: atMs * 1_000, isKey };
    const chunks = JSON.parse(await evaluate(desktop, `encode(${JSON.stringify(given)})`)) as [
      boolean,
      string,
    ][];
    const [[key, bytes] = [false, '']] = chunks;
    if (chunks.length !== 1) throw new Error('the encoder did not return one frame');
    frames.push({ key, bytes: Buffer.from(bytes, 'base64'), atMs, showsMs });
    atMs += showsMs;
  }
  return frames;
};

const untilReady = async (desktop: Desktop): Promise<void> => {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const isReady = (await desktop.browser.connect()) && desktop.browser.pages().length > 0;
    if (isReady && (await evaluate(desktop, 'typeof encode').catch(() => '')) === 'function') return;
    if (Date.now() > end) throw new Error('the browser did not open the page that encodes');
    await sleep(LOOK_MS);
  }
};

const evaluate = async ({ browser }: Desktop, expression: string): Promise<string> => {
  const wanted = { expression, awaitPromise: true, returnByValue: true };
  const answer = await browser.call(browser.pages()[0], 'Runtime.evaluate', wanted, FRAME_WITHIN_MS);
  const { result, exceptionDetails } = answer as {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: unknown;
  };
  if (exceptionDetails !== undefined || typeof result?.value !== 'string')
    throw new Error('the page that encodes failed');
  return result.value;
};
