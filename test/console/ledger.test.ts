import { expect, it } from 'vitest';
import { createLedger } from '../../src/ledger/index.ts';
import { createPool } from '../../src/store/db/client.ts';
import { bySomeKey } from '../helpers/actors.ts';
import {
  expectAccessible,
  expectText,
  framesWhile,
  JANK_MS,
  scroll,
  SLOW,
  useConsole,
} from './use-console.ts';

const { service, visit } = await useConsole();

it('an auditor proves a run’s rows in the browser, and a forged row is marked red', SLOW, async () => {
  const { id, ledger_ref: ref } = await service.finished((await service.startRun('kyc')).id);
  await service.request('POST', '/v1/govern/checkpoints');
  const { keys } = (await (await service.request('GET', '/v1/govern/keys')).json()) as {
    keys: { vkey: string }[];
  };
  const { entries } = await service.ledgerOf(id);
  const page = await visit({ roles: ['auditor'] });
  await page.goto(`${service.url}/console/runs/${id}`);
  await page.getByRole('link', { name: 'Prove these rows in this browser' }).click();
  await page.getByRole('button', { name: 'Fetch the receipt' }).click();
  const receipt = page.getByLabel('Receipt', { exact: true });
  await expect.poll(async () => receipt.inputValue()).toContain(ref);
  await page.getByLabel('Public key of the log').fill(keys[0]!.vkey);

  // From here on, the service gets no more requests.
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  await page.getByRole('button', { name: 'Check it here' }).click();
  await expectText(page, `All ${entries.length} rows are genuine.`);
  for (const { row_hash: hash } of entries) await expectText(page, hash);
  expect(requests.filter((url) => url.includes('/govern/'))).toEqual([]);
  await expectAccessible(page);

  const forged = (await receipt.inputValue()).replace('kyc.verify', 'kyc.forged');
  await receipt.fill(forged);
  await page.getByRole('button', { name: 'Check it here' }).click();
  await expectText(page, '1 row is forged.');
  await expectText(page, 'Forged: the hash does not match the text of the row.');
  const colour = await page.evaluate(`getComputedStyle(document.querySelector('li.forged')).color`);
  expect(colour).toBe('rgb(168, 32, 26)');
  await expectAccessible(page);

  // A verdict disappears with the text that it judged.
  await page.getByLabel('Public key of the log').fill('some+12345678+key');
  await expect.poll(async () => page.innerText('body')).not.toContain('1 row is forged.');
  await page.getByRole('button', { name: 'Check it here' }).click();
  await expectText(page, "This is not a log's public key");
});

it(
  'checkpoints and witnesses are shown with their ages, and the chain is verified on demand',
  SLOW,
  async () => {
    const page = await visit({ roles: ['auditor'] });
    await page.getByRole('link', { name: 'Ledger', exact: true }).click();
    await page.getByRole('link', { name: 'Checkpoints and witnesses' }).click();
    await page.getByRole('button', { name: 'Sign a checkpoint now' }).click();
    const rows = page.getByRole('table', { name: 'Checkpoints' }).locator('tbody tr');
    await expect.poll(async () => rows.count()).toBeGreaterThan(0);
    expect(await rows.first().innerText()).toMatch(/(second|minute)s? ago/);
    await expectText(page, 'No witness has been sent a checkpoint.');
    await page.getByRole('button', { name: 'Verify the chain now' }).click();
    await expectText(page, /The chain holds: [\d,]+ rows were calculated again\./);
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe(`${service.teamId}-chain.jsonl`);
  },
);

it('5,000 entries of a reference scroll to their end while the page holds only a few', SLOW, async () => {
  const ref = 'scan-5000';
  const pool = createPool(service.env['DATABASE_URL']!, { onIdleError: () => undefined });
  const ledger = createLedger({ pool });
  const entry = { teamId: service.teamId, ledgerRef: ref, action: 'test.long', governance: 'recorded' };
  await Promise.all(
    Array.from({ length: 5_000 }, async (_, n) =>
      ledger.append({
        ...entry,
        step: n + 1,
        summary: `Entry ${n + 1} of many`,
        detail: {},
        actor: bySomeKey,
      }),
    ),
  );
  await ledger.close();
  await pool.end();
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await visit({ roles: ['auditor'], viewport });
    await page.goto(`${service.url}/console/ledger?ref=${ref}`);
    await expectText(page, '5,000 entries');
    const table = page.getByRole('table', { name: 'Entries' });
    expect(await table.getAttribute('aria-rowcount')).toBe('5000');
    await expectAccessible(page);
    await table.hover();
    const frames = await framesWhile(page, async () => scroll(page, 60));
    expect(frames.at(frames.length / 2)).toBeLessThan(JANK_MS);
    await table.focus();
    await page.keyboard.press('PageDown');
    await expect.poll(async () => table.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
    // Quick successive keys all count.
    for (const key of ['Home', 'PageDown', 'End']) await page.keyboard.press(key);
    await expect.poll(async () => table.locator('[aria-rowindex="5000"]').count()).toBe(1);
    expect(await table.getByRole('row').count()).toBeLessThan(80);
    await table.locator('[aria-rowindex="5000"]').getByRole('button').click();
    await expectText(page, /Hash before\s+[0-9a-f]{64}/);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
  }
});

it('entries are found by time, page by page', SLOW, async () => {
  const page = await visit({ roles: ['auditor'] });
  await page.goto(`${service.url}/console/ledger`);
  await expectText(page, '100 entries');
  await page.getByRole('button', { name: 'Read older entries' }).click();
  await expectText(page, '200 entries');
  await page.getByLabel('Until (IST)').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Show' }).click();
  await expectText(page, 'There are no entries.');
  expect(new URL(page.url()).searchParams.get('to')).toBe('2020-01-01T00:00');
});
