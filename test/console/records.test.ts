import { expect, it, onTestFinished } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, expectText, SLOW, useConsole } from './use-console.ts';

const PORT = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo;
    probe.close(() => resolve(port));
  });
});

const { service, visit } = await useConsole({
  worker: false,
  env: { CONNECTOR_PINNED: `core.bank.example=127.0.0.1:${PORT}` },
});

const FILE = [
  'पॉलिसी संख्या;status;cover_from;cover_to;sum_insured;शाखा',
  'HI-9001;active;01/04/2026;31/03/2027;₹ 5,00,000;"पुणे; मुख्य"',
  'HI-9002;active;01/04/2026;31/03/2025;5,00,000;नाशिक',
].join('\n');

it('an administrator maps the columns of a file, sees errors by cell, and imports it', SLOW, async () => {
  const page = await visit({ roles: ['admin'] });
  await page.getByRole('link', { name: 'Records', exact: true }).click();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const name = 'branch.csv';
  await page.getByLabel('CSV or JSON Lines file').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(FILE),
  });
  await expectText(page, 'पुणे; मुख्य');
  await page.getByLabel('Column of the service: पॉलिसी संख्या').selectOption('number');
  await page.getByLabel('Column of the service: शाखा').selectOption({ label: 'Leave out' });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expectText(page, '2 rows: 1 new, 0 changed, 0 as they are, 1 with an error');
  const error = page.getByRole('table', { name: 'Errors by cell' }).locator('tbody tr');
  expect(await error.innerText()).toMatch(/3\s+cover_to\s+31\/03\/2025\s+is before cover_from/);
  await expectAccessible(page);
  const run = page.getByRole('button', { name: 'Import', exact: true });
  expect(await run.isDisabled()).toBe(true);
  expect((await service.request('GET', '/v1/records/policies/HI-9001')).status).toBe(404);

  await page.reload();
  const fixed = Buffer.from(FILE.replace('31/03/2025', '31/03/2027'));
  await page
    .getByLabel('CSV or JSON Lines file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: fixed });
  await page.getByLabel('Column of the service: पॉलिसी संख्या').selectOption('number');
  await page.getByLabel('Column of the service: शाखा').selectOption({ label: 'Leave out' });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expectText(page, 'No row has an error.');
  await run.click();
  await expectText(page, 'Imported. The row in the ledger has the reference');

  await page.getByRole('link', { name: 'Records', exact: true }).first().click();
  await page.getByRole('link', { name: 'HI-9002' }).click();
  await expectText(page, /sum_insured\s+500000\.00/);
  await expectAccessible(page);
});

it(
  'lists are filtered by kind and state, and a viewer is offered neither records nor an import',
  SLOW,
  async () => {
    const page = await visit({ roles: ['analyst'], viewport: { width: 390, height: 844 } });
    await page.goto(`${service.url}/console/records`);
    await page.getByLabel('Status').selectOption('lapsed');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=lapsed');
    await page.getByLabel('Kind').selectOption({ label: 'Payouts' });
    await expectText(page, 'There are no records of this kind, or none matches.');
    expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    const viewer = await visit({ roles: ['viewer'] });
    await expectText(viewer, 'The chain holds.');
    expect(await viewer.getByRole('link', { name: 'Records', exact: true }).count()).toBe(0);
    await viewer.goto(`${service.url}/console/records`);
    await expectText(viewer, 'Your roles do not allow this.');
  },
);

it(
  'a connector is added, tested with a real call, changed and deleted, all in the browser',
  SLOW,
  async () => {
    const page = await visit({ roles: ['admin'] });
    await page.goto(`${service.url}/console/records/connectors`);
    await page.getByRole('button', { name: 'Add a connector' }).click();
    await page.getByLabel('Name: lower-case').fill('core-policies');
    await page.getByLabel('Address, with {key}').fill('http://core.bank.example/{key}');
    const secret = page.getByLabel('Secret headers');
    await secret.fill('not a header');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectText(page, 'This cannot be read: Secret headers');
    await secret.fill('X-Api-Key: s3cret-of-core');
    await page.getByText('More settings').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectText(page, 'Version');
    const stored = await (await page.request.get(`${service.url}/v1/connectors/core-policies`)).json();
    expect(stored).toMatchObject({ version: 1, http: { secret_headers: ['X-Api-Key'] } });
    await page.getByLabel('Key to look up').fill('HI-1');
    await page.getByRole('button', { name: 'Test' }).click();
    await expectText(page, 'It does not work: unreachable.');
    const keys: unknown[] = [];
    const core = createServer((request, response) => {
      keys.push(request.headers['x-api-key']);
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          number: 'HI-1',
          status: 'active',
          cover_from: '2026-04-01',
          cover_to: '2027-03-31',
          sum_insured: '500000',
          used: '0',
        }),
      );
    });
    core.listen(PORT, '127.0.0.1');
    onTestFinished(() => void core.close());
    await page.getByRole('button', { name: 'Test' }).click();
    await expectText(page, /It works \(\d+ ms\)\./);
    await expectText(page, 'HI-1');
    expect(keys).toEqual(['s3cret-of-core']);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Edit: core-policies' }).click();
    await expectText(page, 'Secrets are never shown.');
    await expect.poll(async () => secret.inputValue()).toBe('X-Api-Key: ');
    await secret.fill('X-Api-Key: s3cret-of-today');
    await page.getByLabel('Milliseconds until it gives up').fill('900');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => secret.count()).toBe(0);
    await page.getByLabel('Key to look up').fill('HI-1');
    await page.getByRole('button', { name: 'Test' }).click();
    await expect.poll(() => keys.at(-1)).toBe('s3cret-of-today');
    await page.getByRole('button', { name: 'Delete: core-policies' }).click();
    await page.getByRole('button', { name: 'Yes: Delete' }).click();
    await expectText(page, 'There is no connector');
  },
);
