import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { startWebhookReceiver } from '../helpers/webhook-receiver.ts';
import { expectAccessible, expectText, SLOW, useConsole } from './use-console.ts';

const receiver = await startWebhookReceiver();
const { service, visit } = await useConsole({
  env: { WEBHOOK_PINNED: `hooks.bank.example=127.0.0.1:${receiver.port}` },
});

/** Whether a text is anywhere in the memory of a page's scripts. */
const inMemory = async (page: Page, text: string): Promise<boolean> => {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('').includes(text);
};

it(
  'a webhook’s secret is shown once; a test event arrives, is sent again, and a pause stops events',
  SLOW,
  async () => {
    onTestFinished(async () => receiver.close());
    const page = await visit({ roles: ['admin'] });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expectText(page, 'There is no webhook.');
    const url = 'http://hooks.bank.example/events';
    await page.getByLabel('Address').fill(url);
    await page.getByLabel('run.succeeded').check();
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByLabel('Secret of the signatures').getByRole('textbox');
    await expect.poll(async () => secret.inputValue()).toMatch(/^whsec_/);
    await expectAccessible(page);
    const created = await secret.inputValue();
    expect(await inMemory(page, created)).toBe(true);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await expect.poll(async () => secret.count()).toBe(0);
    await expect.poll(async () => inMemory(page, created)).toBe(false);
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await receiver.atLeast('/events', 1);
    const row = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await expect.poll(async () => row.first().innerText()).toMatch(/webhook\.test\s+Delivered/);
    expect(await page.content()).not.toContain('whsec_');
    await page.getByRole('button', { name: /^Send again: webhook\.test/ }).click();
    const received = await receiver.atLeast('/events', 2);
    expect(received[0]!.headers['webhook-id']).toBe(received[1]!.headers['webhook-id']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Yes: Pause' }).click();
    await expectText(page, 'somebody paused it');
    expect(await page.getByRole('button', { name: 'Send a test event' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect.poll(async () => page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  },
);

it(
  'a key is issued with scopes and an expiry, shown once, works, and stops working once revoked',
  SLOW,
  async () => {
    const page = await visit({ roles: ['admin'], viewport: { width: 390, height: 844 } });
    await page.goto(`${service.url}/console/settings/keys`);
    await page.getByLabel('Name').fill('claims-portal');
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    await expectText(page, 'Choose at least one scope.');
    await page.getByLabel('runs:read').check();
    await page.getByLabel('Days until it ends; empty: never').fill('30');
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    const shown = page.getByLabel('Key', { exact: true }).getByRole('textbox');
    await expect.poll(async () => shown.inputValue()).toMatch(/^pmn_/);
    const key = await shown.inputValue();
    const ask = async (path: string): Promise<number> =>
      (await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect([await ask('/v1/workforce/runs'), await ask('/v1/admin/keys')]).toEqual([200, 403]);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Revoke: claims-portal' }).click();
    await page.getByRole('button', { name: 'Yes: Revoke' }).click();
    await expectText(page, 'Revoked');
    await expect.poll(async () => ask('/v1/workforce/runs')).toBe(401);
  },
);

it('a person gets other roles, and their open page loses what they may no longer do', SLOW, async () => {
  const asha = await visit({ roles: ['safety'], name: 'Esha Sample' });
  await asha.goto(`${service.url}/console/safety`);
  await expectText(asha, 'Nothing is suspended.');
  const page = await visit({ roles: ['admin'], name: 'Bala Sample' });
  await page.goto(`${service.url}/console/settings/people`);
  await page.getByRole('button', { name: 'Change roles: Esha Sample' }).click();
  const form = page.getByRole('group', { name: 'Roles: Esha Sample' });
  await form.getByLabel('Safety').uncheck();
  await form.getByLabel('Viewer', { exact: true }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => form.count()).toBe(0);
  await expect
    .poll(async () => page.getByRole('row').filter({ hasText: 'Esha Sample' }).innerText())
    .toContain('Viewer');
  await asha.reload();
  await expectText(asha, 'AI systems');
  expect(await asha.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'End: Esha Sample' }).click();
  await page.getByRole('button', { name: 'Yes: End' }).click();
  await expect.poll(async () => page.innerText('body')).not.toContain('Esha Sample');
  await asha.reload();
  await expectText(asha, 'You are signed out');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Name').fill('Chandra Sample');
  await page.getByLabel('Reviewer').check();
  await page.getByRole('button', { name: 'Add' }).click();
  await expectText(page, /people link --person person_/);
});

it('the parts of the service are shown, and rules for reviews become a new version', SLOW, async () => {
  const page = await visit({ roles: ['admin'] });
  await page.goto(`${service.url}/console/settings`);
  await expectText(page, 'The service is ready.');
  await expectText(page, /Database\s+Up/);
  await expectText(page, 'No model provider is configured.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Rules for reviews' }).click();
  await expectText(page, 'The default rules are in force.');
  await page.getByLabel('Two people approve above this amount').fill('200000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText(page, /Version 1, set by/);
  const policy = await (await service.request('GET', '/v1/reviews/policy')).json();
  expect(policy).toMatchObject({ version: 1, four_eyes_above: 200_000 });
  await page.getByText('Add a rule about calls').click();
  await page.getByLabel('write the record').check();
  await page.getByLabel('Only above this amount in rupees').fill('100000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add the rule' }).click();
  await expectText(page, 'A person is asked about: write the record · in live runs · above ₹ 1,00,000');
  await expectText(page, /Version 2, set by/);
  const rows = page.getByRole('table', { name: 'Versions' }).locator('tbody tr');
  await expect.poll(async () => rows.count()).toBe(2);
  expect(await rows.nth(1).innerText()).toMatch(/Two people approve[^]*2,00,000/);
  await page.getByRole('button', { name: 'Take out: 1' }).click();
  await page.getByRole('button', { name: 'Yes: Take out' }).click();
  await expectText(page, 'No call waits for a person.');
  await expectAccessible(page);
  const viewer = await visit({ roles: ['viewer'] });
  await viewer.goto(`${service.url}/console/settings/reviews`);
  await expectText(viewer, /Version 3, set by/);
  expect(await viewer.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await viewer.getByRole('link', { name: 'API keys' }).count()).toBe(0);
});

it('people are told at once what their roles do not allow, before they fill in a form', SLOW, async () => {
  const page = await visit({ roles: ['viewer'] });
  const pages = ['start', 'records/import', 'settings/keys', 'settings/people', 'settings/webhooks'];
  for (const path of pages) {
    await page.goto(`${service.url}/console/${path}`);
    await expectText(page, 'Your roles do not allow this.');
    expect(await page.locator('main').locator('form, input, textarea, select').count(), path).toBe(0);
  }
  await expectAccessible(page);
});
