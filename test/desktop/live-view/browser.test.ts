import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../../helpers/use-browser.ts';
import { startViewLab, tokenOf } from './helpers.ts';

/** Returns the colours at the picture's left and right edges. */
const colours = async (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas');
    const at = (x) => [...canvas.getContext('2d').getImageData(x, 100, 1, 1).data.slice(0, 3)];
    return [at(10), at(canvas.width - 10)];
  })()`);

const lab = await startViewLab();
const browser = await useBrowser();

describe('The live view page in a real browser', () => {
  const faults: string[] = [];
  const requests: string[] = [];

  const open = async (address: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address);
    await page.waitForSelector('body[data-connected]');
    return page;
  };

  const RED_AND_BLUE = [
    [255, 0, 0],
    [0, 0, 255],
  ];

  it('the page shows the screen for viewing only and removes the token from its address', async () => {
    const run = await lab.newRun();
    const address = await run.address('view');
    const page = await open(address);
    await expect.poll(async () => colours(page)).toEqual(RED_AND_BLUE);
    expect(page.url()).toBe(`${lab.api.url}/v1/operators/view`);
    expect(await page.textContent('#status')).toBe('The agent is working.');
    expect(await page.isHidden('#take')).toBe(true);

    const before = structuredClone(lab.screen.received());
    await page.mouse.click(320, 240);
    await page.keyboard.type('hello');
    // A viewer who tampers with the page gains nothing.
    await page.evaluate(`document.getElementById('take').hidden = false`);
    await page.click('#take', { force: true });
    await page.waitForTimeout(300);
    expect(lab.screen.received()).toEqual(before);
    expect(requests.filter((url) => url.includes(tokenOf(address)))).toEqual([]);
    const files = requests.filter((url) => /\/view\//.test(url));
    expect(files).toHaveLength(2);
    for (const url of files) {
      const response = await fetch(url);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    expect((await fetch(files[0]!.replace(/\.\w{8}\./, '.AAAAAAAA.'))).status).toBe(404);

    await page.reload();
    await page.waitForSelector('body[data-connected]');
    await page.close();
  });

  it('the page lets a person take over, act and hand back', async () => {
    const run = await lab.newRun();
    const page = await open(await run.address('control'));
    await page.click('#take');
    await page.waitForSelector('body[data-control=you]');
    expect(run.desktop.control.holder).toBe('human');
    const canvas = (await (await page.$('canvas'))!.boundingBox())!;
    await page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    await page.keyboard.type('pin');
    await expect
      .poll(() => lab.screen.received().keys.slice(-6))
      .toEqual(['down 70', 'up 70', 'down 69', 'up 69', 'down 6e', 'up 6e']);
    expect(
      lab.screen.received().pointers.filter((event) => /^1 (159|160),(99|100)$/.test(event)),
    ).toHaveLength(1);
    await page.click('#release');
    await page.waitForSelector('body[data-control=agent]');
    expect(run.desktop.control.holder).toBe('agent');
    await expect
      .poll(async () => (await run.rows()).map(({ action }) => action))
      .toEqual(['operator.view', 'operator.takeover', 'operator.human', 'operator.handback']);
    expect(JSON.stringify(await run.rows())).not.toMatch(/pin"|"[pin]"/);
    await page.close();
  });

  it('the page reports an invalid address', async () => {
    const page = await browser.newPage();
    await page.goto(`${lab.api.url}/v1/operators/view#nonsense`);
    await page.waitForSelector('#status:has-text("no longer valid")');
    await page.close();
  });

  it('the page reconnects by itself after the worker was unavailable', async () => {
    const run = await lab.newRun();
    const page = await open(await run.address('view'));
    await page.evaluate(`document.body.dataset.connected = 'before'`);
    lab.dropViews();
    await page.waitForSelector('body[data-connected=yes]');
    await expect.poll(async () => colours(page)).toEqual(RED_AND_BLUE);
    await page.close();
  });

  it('the page complies with its own content security policy and contacts no other host', () => {
    expect(faults.filter((text) => !text.includes('WebSocket connection'))).toEqual([]);
    const own = new URL(lab.api.url).host;
    expect(requests.filter((url) => !url.startsWith('data:') && new URL(url).host !== own)).toEqual([]);
  });
});
