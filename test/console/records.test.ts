import { expect, it, onTestFinished } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueKey } from '../../src/store/keys/store.ts';
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

it('a connector is tested with a real call, and a failure says what to look at', SLOW, async () => {
  const { database, teamId } = service;
  const { key } = await issueKey(database.db, { teamId, name: 'setup', scopes: ['admin'] });
  const body = { kind: 'http', serves: 'policies', http: { url: 'http://core.bank.example/{key}' } };
  const put = await fetch(`${service.url}/v1/connectors/core-policies`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(put.status, await put.text()).toBe(201);
  const page = await visit({ roles: ['admin'] });
  await page.goto(`${service.url}/console/records/connectors`);
  await page.getByLabel('Key to look up').fill('HI-1');
  await page.getByRole('button', { name: 'Test' }).click();
  await expectText(page, 'It does not work: unreachable.');
  const core = createServer((_, response) => {
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
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete: core-policies' }).click();
  await page.getByRole('button', { name: 'Yes: Delete' }).click();
  await expectText(page, 'There is no connector');
});
