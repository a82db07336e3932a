import { expect, it } from 'vitest';
import { expectAccessible, expectText, SLOW, useConsole } from './use-console.ts';

const { service, visit } = await useConsole();

it('an auditor proves a run’s rows in the browser, and a forged row goes red', SLOW, async () => {
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

  // From here on, the service is not asked again.
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

  // A verdict does not outlive the text that it judged.
  await page.getByLabel('Public key of the log').fill('some+12345678+key');
  await expect.poll(async () => page.innerText('body')).not.toContain('1 row is forged.');
  await page.getByRole('button', { name: 'Check it here' }).click();
  await expectText(page, "This is not a log's public key");
});
