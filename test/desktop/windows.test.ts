import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DesktopLab, key, startDesktopLab } from './lab.ts';

let lab: DesktopLab;
beforeAll(async () => {
  lab = await startDesktopLab({ '/done': '<p>done' });
}, 900_000);
afterAll(async () => lab.close());

describe('Several windows', { timeout: 240_000 }, () => {
  it('alt+Tab visits each window in turn, and shift reverses the order', async () => {
    await lab.open('/done');
    for (const app of ['calc', 'writer'] as const) await lab.act({ action: 'open_app', app });
    await expect.poll(async () => lab.desktop.activeWindow(), { timeout: 60_000 }).toBe('libreoffice-writer');
    const next = async (keys: string): Promise<string> => {
      const from = await lab.desktop.activeWindow();
      await lab.act(key(keys));
      await expect.poll(async () => lab.desktop.activeWindow()).not.toBe(from);
      return lab.desktop.activeWindow();
    };
    const around = [await next('alt+Tab'), await next('alt+Tab'), await next('alt+Tab')];
    expect(around.toSorted()).toEqual(['Chromium', 'libreoffice-calc', 'libreoffice-writer']);
    expect(await next('alt+shift+Tab')).toBe(around[1]);
  });
});
