import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { revokeKey } from '../../../src/store/keys/store.ts';
import { useBrowser } from '../../helpers/use-browser.ts';
import { makePan } from '../../helpers/identifiers.ts';
import { opening, openRaw, startViewLab, tokenOf } from './helpers.ts';
import { startSilentProxy } from './silent-proxy.ts';
import { storedRun } from './stored-run.ts';

const PAN = makePan(3);
const HINDI = 'नमस्ते ₹५०० 😀';
const DESK = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };

const lab = await startViewLab();
/** A lab where control lasts for four seconds. */
const brief = await startViewLab({ leaseMs: 4_000 });
const browser = await useBrowser();
const faults: string[] = [];

const open = async (
  address: string,
  { viewport = DESK, ...options }: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> => {
  const context: BrowserContext = await browser.newContext({ viewport, ...options });
  onTestFinished(async () => context.close());
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(address);
  return page;
};

const takeControl = async (page: Page): Promise<void> => {
  await page.waitForSelector('body[data-connected]');
  await page.click('#take');
  await page.waitForSelector('body[data-control=you]');
  await page.waitForFunction(`document.activeElement.id === 'keys'`);
};

const shows = async (page: Page, selector: string, text: string | RegExp): Promise<void> => {
  await expect.poll(async () => page.textContent(selector)).toMatch(text);
};

describe('A live view’s page', { timeout: 90_000 }, () => {
  it('the page shows the masked task, the steps, the usage and the pending question', async () => {
    const run = await lab.newRun();
    const stored = storedRun(lab, run);
    await stored.begin(`Send the claim of ${PAN}.`);
    await stored.use(12_345, 1.5);
    await stored.step(1, 'left click at 300, 80');
    await stored.step(2, 'type 12 characters');
    await stored.ask('This sends a form: press Return');
    const page = await open(await run.address('control'));
    await shows(page, '#status', 'The agent is waiting for an answer.');
    await shows(page, '#task', 'Send the claim of ');
    expect(await page.content()).not.toContain(PAN);
    await shows(page, '#step', '2 of at most 20');
    await shows(page, '#tokens', '12,345 in 3 turns');
    await shows(page, '#cost', '1.50');
    await shows(page, '#time', /^\d+:\d\d of at most 15:00$/);
    expect(await page.locator('#log li').allTextContents()).toEqual([
      'left click at 300, 80',
      'type 12 characters',
    ]);
    await page.waitForSelector('#log[aria-live=polite]');
    await stored.step(3, 'press Return');
    await shows(page, '#log', 'press Return');
    await shows(page, '#question-words', 'This sends a form: press Return');
    // Temporal is unavailable in this test, which the page reports; the question remains open.
    await page.getByRole('button', { name: 'Approve' }).click();
    await shows(page, '#notice', 'Temporal cannot be reached');
    expect(await page.isEnabled('#approve')).toBe(true);
  });

  it('a view-only address can neither answer nor cancel anything, whatever it sends', async () => {
    const run = await lab.newRun();
    const stored = storedRun(lab, run);
    await stored.begin('Send the claim.');
    const { id } = await stored.ask('This sends a form');
    const page = await open(await run.address('view'));
    await shows(page, '#question-words', 'This sends a form');
    expect(await page.isVisible('#look-only')).toBe(true);
    expect(await page.isHidden('#answers')).toBe(true);
    expect(await page.isHidden('#cancel')).toBe(true);

    const viewer = openRaw(lab.api, opening(tokenOf(await run.address('view'))), 'run');
    onTestFinished(() => viewer.socket.terminate());
    await expect.poll(() => viewer.texts.length).toBeGreaterThan(0);
    viewer.socket.send(JSON.stringify({ type: 'answer', id, approve: true }));
    viewer.socket.send(JSON.stringify({ type: 'cancel' }));
    await expect
      .poll(() => viewer.texts.filter(({ type }) => type === 'steered'))
      .toMatchObject([
        { wish: 'answer', status: 403 },
        { wish: 'cancel', status: 403 },
      ]);
    const { rows } = await lab.api.database.pool.query(
      'SELECT cancel_requested_at, pending_approval FROM operator_runs WHERE id = $1',
      [run.runId],
    );
    expect(rows).toMatchObject([{ cancel_requested_at: null, pending_approval: { id } }]);
  });

  it('a key revoked after the page was opened can no longer steer the run', async () => {
    const run = await lab.newRun();
    await storedRun(lab, run).begin('Send the claim.');
    const viewer = openRaw(lab.api, opening(tokenOf(await run.address('control'))), 'run');
    onTestFinished(() => viewer.socket.terminate());
    await expect.poll(() => viewer.texts.length).toBeGreaterThan(0);
    await revokeKey(lab.api.database.db, { teamId: run.teamId, keyId: run.keyId });
    viewer.socket.send(JSON.stringify({ type: 'cancel' }));
    await expect
      .poll(() => viewer.texts.find(({ type }) => type === 'steered'))
      .toMatchObject({ wish: 'cancel', status: 403 });
  });

  it('the page cancels the run after a confirmation', async () => {
    const run = await lab.newRun();
    await storedRun(lab, run).begin('Send the claim.');
    const page = await open(await run.address('control'));
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByRole('button', { name: 'Keep it running' }).click();
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await shows(page, '#notice', 'The run is being cancelled.');
    await expect.poll(async () => page.isDisabled('#cancel')).toBe(true);
  });

  it('the page follows a run from the queue to its result', async () => {
    const run = await lab.newRun();
    const stored = storedRun(lab, run);
    await stored.begin('Send the claim.');
    await stored.queue();
    const page = await open(await run.address('view'));
    await shows(page, '#status', 'The run is waiting for a desktop.');
    await stored.open();
    await page.waitForSelector('body[data-connected]');
    await shows(page, '#status', 'The agent is working.');
    await stored.finish('The claim was sent.');
    await run.end();
    await shows(page, '#status', 'The run has succeeded.');
    await shows(page, '#result-words', 'The task is finished. The claim was sent.');
    await page.waitForSelector('body[data-control=none]');
  });

  it('a keyboard user can leave the desktop again', async () => {
    const run = await lab.newRun();
    const page = await open(await run.address('control'));
    await takeControl(page);
    expect(await page.getAttribute('#keys', 'aria-describedby')).toBe('hint');
    await page.keyboard.press('Tab');
    await expect.poll(() => lab.screen.received().keys.at(-1)).toBe('up ff09');
    expect(await page.evaluate('document.activeElement.id')).toBe('keys');
    await page.keyboard.press('Control+Alt+g');
    expect(await page.evaluate('document.activeElement.id')).toBe('release');
    // The leave shortcut's modifier keys do not remain pressed on the desktop.
    await expect.poll(() => lab.screen.received().keys.slice(-2).toSorted()).toEqual(['up ffe3', 'up ffe9']);
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-control=agent]');
    expect(run.desktop.control.holder).toBe('agent');
  });

  it('the page forwards other scripts, input-method text and the clipboard as text, in order', async () => {
    const run = await lab.newRun();
    const page = await open(await run.address('control'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await takeControl(page);
    const before = lab.screen.received().entered.length;
    const entered = (): readonly string[] => lab.screen.received().entered.slice(before);
    const browserItself = await page.context().newCDPSession(page);
    // A key on a Hindi layout types a letter that a US layout does not have.
    await browserItself.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key: 'क',
      code: 'KeyK',
      text: 'क',
    });
    await browserItself.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'क', code: 'KeyK' });
    await expect.poll(entered).toEqual(['typed क']);
    // Text from an input method is sent only once its composition ends.
    await browserItself.send('Input.imeSetComposition', { text: 'नम', selectionStart: 2, selectionEnd: 2 });
    await browserItself.send('Input.insertText', { text: 'नमस्ते' });
    await expect.poll(entered).toEqual(['typed क', 'typed नमस्ते']);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(HINDI)})`);
    await page.keyboard.press('Control+v');
    await expect.poll(entered).toEqual(['typed क', 'typed नमस्ते', `pasted ${HINDI}`]);
    // Text that was copied on the desktop is pasted by the desktop itself.
    const keys = lab.screen.received().keys.length;
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect
      .poll(() =>
        lab.screen
          .received()
          .keys.slice(keys)
          .filter((event) => event.startsWith('down')),
      )
      .toEqual(['down ffe3', 'down 63', 'down ffe3', 'down 76']);
    expect(entered()).toHaveLength(3);
    await page.keyboard.press('Control+Alt+g');
    await page.click('#release');
    await expect
      .poll(async () => (await run.rows()).find(({ action }) => action === 'operator.human')?.detail)
      .toMatchObject({ pasted_bytes: Buffer.byteLength(HINDI) });
    expect(JSON.stringify(await run.rows())).not.toContain('नमस्ते');
  });

  it('the page warns before control ends and renews it at the press of a button', async () => {
    const run = await brief.newRun();
    const page = await open(await run.address('control'));
    await takeControl(page);
    await shows(page, '#lease-words', 'the agent will take back control soon');
    const begun = performance.now();
    while (performance.now() - begun < 6_000) {
      await page.click('#keep');
      await page.waitForTimeout(500);
    }
    expect(run.desktop.control.holder).toBe('human');
    await page.waitForSelector('body[data-control=agent]');
    expect(await page.isHidden('#lease')).toBe(true);
  });

  it('the page reports lost control when the network goes silent, before the agent continues', async () => {
    const run = await lab.newRun();
    const proxy = await startSilentProxy(lab.api.url);
    const page = await open((await run.address('control')).replace(lab.api.url, proxy.origin));
    await takeControl(page);
    proxy.silence();
    await shows(page, '#status', 'Nothing has arrived from the service for some seconds');
    expect(await page.getAttribute('body', 'data-control')).toBe('you');
    await page.waitForSelector('body[data-control=none]');
    expect(run.desktop.control.holder).toBe('human');
    await shows(page, '#status', 'The connection was lost. Reconnecting…');
  });

  it('a phone can zoom and pan the picture and type', async () => {
    const run = await lab.newRun();
    const page = await open(await run.address('control'), {
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    await takeControl(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    const wide = `(() => { const s = document.querySelector('#screen'); return s.scrollWidth / s.clientWidth; })()`;
    expect(await page.evaluate(wide)).toBe(1);
    await page.tap('#larger');
    await page.tap('#larger');
    expect(await page.evaluate(wide)).toBeCloseTo(2, 1);
    const canvas = `getComputedStyle(document.querySelector('#desktop canvas')).pointerEvents`;
    expect(await page.evaluate(canvas)).not.toBe('none');
    await page.tap('#pan');
    expect(await page.evaluate(canvas)).toBe('none');
    await page.tap('#keyboard');
    const before = lab.screen.received().entered.length;
    await page.keyboard.insertText('ok');
    await expect.poll(() => lab.screen.received().entered.slice(before)).toEqual(['typed ok']);
    const keys = lab.screen.received().keys.length;
    // A phone's keyboard reports a deletion without naming a key.
    await page.evaluate(`document.execCommand('delete')`);
    await expect.poll(() => lab.screen.received().keys.slice(keys)).toEqual(['down ff08', 'up ff08']);
  });

  it('every control has an accessible name', async () => {
    const run = await lab.newRun();
    const page = await open(await run.address('control'));
    await takeControl(page);
    const unnamed = await page.evaluate(
      `[...document.querySelectorAll('button, textarea, [tabindex]')].filter((e) =>
        !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim())).map((e) => e.id)`,
    );
    expect(unnamed).toEqual([]);
  });

  it('the page complies with its own content security policy', () => {
    expect(faults.filter((text) => !text.includes('WebSocket connection'))).toEqual([]);
  });
});
