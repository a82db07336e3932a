import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useBrowser } from '../../helpers/use-browser.ts';
import {
  encodings,
  extendedCutText,
  GREETING,
  key,
  pointer,
  updateRequest,
} from '../../helpers/rfb-client.ts';
import { codeRows } from '../../helpers/sandboxes.ts';
import { opening, openRaw, type RawViewer, tokenOf } from '../../desktop/live-view/helpers.ts';
import { openai } from '../../model-provider/openai.ts';
import { whole } from '../../model-provider/replies.ts';
import type { Script } from '../../model-provider/server.ts';
import { type Action, turn, useOperatorLab } from './operators.ts';
import { onPage } from './site.ts';

const TEXT = 'नमस्ते ₹५०० 😀';
const CONTROL = 0xff_e3;
const ALT = 0xff_e9;

/** Returns a model that waits until a person has done their part. */
const waiting = (...then: readonly (readonly Action[])[]) => {
  let isOver = false;
  let at = 0;
  const script: Script = () => {
    const next = isOver ? then[at] : [{ action: 'wait', ms: 2_000 }];
    if (isOver) at += 1;
    return whole(openai, turn(...(next ?? [{ action: 'finish', success: true, result: 'Done.' }])));
  };
  return { script, goOn: () => (isOver = true) };
};

const lab = await useOperatorLab();
const browser = await useBrowser();

const controlAddress = async (runId: string): Promise<string> => {
  const response = await lab.service.request('POST', `/v1/operators/runs/${runId}/control`);
  return ((await response.json()) as { stream_url: string }).stream_url;
};

const takeRaw = async (runId: string): Promise<RawViewer> => {
  const viewer = openRaw(lab.service, opening(tokenOf(await controlAddress(runId))));
  onTestFinished(() => viewer.socket.terminate());
  await expect.poll(() => viewer.texts.length).toBeGreaterThan(0);
  viewer.socket.send(Buffer.concat([GREETING, encodings(0, -1_063_131_698), updateRequest(false)]));
  await expect.poll(() => viewer.bytes().length).toBeGreaterThan(1_280 * 800);
  viewer.socket.send('take');
  await expect.poll(() => viewer.texts.at(-1)).toMatchObject({ control: 'you' });
  return viewer;
};

const takePage = async (runId: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  onTestFinished(async () => context.close());
  const page = await context.newPage();
  await page.goto(await controlAddress(runId));
  await page.waitForSelector('body[data-connected]');
  await page.click('#take');
  await page.waitForSelector('body[data-control=you]');
  return page;
};

const shown = async (path: string): Promise<void> => {
  await expect.poll(() => lab.site.requests, { timeout: 60_000 }).toContain(`claims.test ${path}`);
};

/** Returns the sum of one count over all recorded bursts. */
const counted = async (runId: string, what: string): Promise<number> =>
  (await codeRows(lab.service, runId))
    .filter(({ action }) => action === 'operator.human')
    .reduce((sum, { detail }) => sum + Number(detail[what]), 0);

describe('A person at a desktop', { timeout: 240_000 }, () => {
  it('a person pastes any script through the extended clipboard, and the ledger records the number of bytes', async () => {
    const model = waiting();
    const { run_id } = await lab.start({ url: 'http://claims.test/area.html', max_steps: 50 }, model.script);
    await shown('/area.html');
    const viewer = await takeRaw(run_id);
    const [x, y] = onPage(300, 150);
    // Repeats the click, because a click before the browser has drawn the page is lost.
    const click = (): boolean => {
      for (const mask of [1, 0]) viewer.socket.send(pointer(mask, x, y));
      return lab.site.reports.some(({ page, focused }) => page === 'area' && focused === true);
    };
    await expect.poll(click, { interval: 500, timeout: 30_000 }).toBe(true);
    viewer.socket.send(extendedCutText(TEXT));
    for (const event of [key(CONTROL, true), key(0x76, true), key(0x76, false), key(CONTROL, false)]) {
      viewer.socket.send(event);
    }
    await lab.site.reported('area', ({ value }) => value === TEXT);
    viewer.socket.send('release');
    await expect.poll(async () => counted(run_id, 'pasted_bytes')).toBe(Buffer.byteLength(TEXT));
    expect(JSON.stringify(await codeRows(lab.service, run_id))).not.toContain('नमस्ते');
    model.goOn();
    expect(await lab.done(run_id)).toMatchObject({ success: true });
  });

  it('a lost connection leaves no key pressed when the agent continues', async () => {
    const model = waiting(
      [{ action: 'click', at: onPage(300, 80) }],
      [{ action: 'type', text: 'abc' }],
      [{ action: 'click', at: onPage(200, 180) }],
    );
    const { run_id } = await lab.start({ url: 'http://claims.test/held.html', max_steps: 50 }, model.script);
    await shown('/held.html');
    const viewer = await takeRaw(run_id);
    viewer.socket.send(Buffer.concat([key(CONTROL, true), key(ALT, true)]));
    await expect.poll(async () => counted(run_id, 'keys')).toBe(2);
    model.goOn();
    viewer.socket.terminate();
    const { value, ctrl, alt } = await lab.site.reported('held', (report) => 'ctrl' in report);
    expect({ value, ctrl, alt }).toEqual({ value: 'abc', ctrl: false, alt: false });
    expect(await lab.done(run_id)).toMatchObject({ success: true });
    const rows = await codeRows(lab.service, run_id);
    expect(rows.find(({ action }) => action === 'operator.handback')?.detail).toMatchObject({
      how: 'disconnected',
    });
  });

  it('a person types Hindi mixed with US keys on the page, including letters that the keyboard has not typed before', async () => {
    const model = waiting();
    const before = lab.site.reports.length;
    const { run_id } = await lab.start({ url: 'http://claims.test/area.html', max_steps: 50 }, model.script);
    await shown('/area.html');
    const page = await takePage(run_id);
    const canvas = (await (await page.$('canvas'))!.boundingBox())!;
    const scale = canvas.width / 1_280;
    const [x, y] = onPage(300, 150);
    // Repeats the click, because a click before the desktop's browser has drawn the page is lost.
    const click = async (): Promise<boolean> => {
      await page.mouse.click(canvas.x + x * scale, canvas.y + y * scale);
      return lab.site.reports
        .slice(before)
        .some((report) => report.page === 'area' && report['focused'] === true);
    };
    await expect.poll(click, { interval: 500, timeout: 60_000 }).toBe(true);
    const cdp = await page.context().newCDPSession(page);
    const letters = [...'कखगघ'];
    for (const [n, letter] of letters.entries()) {
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, code: 'KeyK', text: letter });
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter, code: 'KeyK' });
      await page.keyboard.type(`${n}-`);
    }
    const right = letters.map((letter, n) => `${letter}${n}-`).join('');
    await lab.site.reported('area', ({ value }) => value === right);
    await page.keyboard.press('Control+Alt+g');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-control=agent]');
    model.goOn();
    expect(await lab.done(run_id)).toMatchObject({ success: true });
    await expect.poll(async () => page.textContent('#result-words')).toBe('The task is finished. Done.');
    await page.waitForSelector('#desktop img');
  });

  it('a person approves the agent’s request on the page', async () => {
    const { run_id } = await lab.start(
      { url: 'http://claims.test/form.html', max_steps: 10, confirm: ['submit'] },
      [
        turn({ action: 'click', at: onPage(300, 80) }),
        turn({ action: 'type', text: 'CLM-9' }),
        turn({ action: 'key', keys: 'Return' }),
        turn({ action: 'finish', success: true, result: 'Sent.' }),
      ],
    );
    const page = await browser.newPage();
    onTestFinished(async () => page.close());
    await page.goto(await controlAddress(run_id));
    await expect
      .poll(async () => page.textContent('#question-words'), { timeout: 60_000 })
      .toBe('This sends a form, or may: press Return');
    await page.getByRole('button', { name: 'Approve' }).click();
    expect(await lab.done(run_id)).toMatchObject({ success: true, result: 'Sent.' });
    await lab.site.reported('form', ({ sent, value }) => sent === true && value === 'CLM-9');
    await expect.poll(async () => page.isHidden('#question')).toBe(true);
    await expect.poll(async () => page.locator('#log li').count()).toBe(4);
  });
});
