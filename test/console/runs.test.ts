import { expect, it } from 'vitest';
import { expectAccessible, expectText, SLOW, useConsole } from './use-console.ts';

const { service, visit } = await useConsole();

const isNext = (url: URL): boolean => url.searchParams.has('cursor');

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

it(
  'the list of runs is filtered, and continues with the next page while somebody scrolls',
  SLOW,
  async () => {
    const started = await Promise.all(
      Array.from({ length: 21 }, async (_, n) => service.startRun('voice', { id: `CALL-${n}` })),
    );
    await service.finished((await service.startRun('it', { id: 'TICKET-1' })).id);
    await Promise.all(started.map(async ({ id }) => service.finished(id)));
    const page = await visit();
    // After a failure, a next page is requested again only once the list itself has been read again.
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/runs')) asked.push(isNext(url) ? 'next' : 'list');
    });
    await page.route(isNext, async (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await expectText(page, 'TICKET-1');
    await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
    await expect.poll(() => asked.join(' ')).toMatch(/next list/);
    expect(asked.join(' ')).not.toMatch(/next next/);
    await page.unroute(isNext);

    await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
    await expect.poll(async () => page.locator('tbody tr').count()).toBe(22);
    await page.getByLabel('Vertical').selectOption({ label: 'IT tickets' });
    await expect.poll(async () => page.locator('tbody tr').count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?vertical=it');
    await expectAccessible(page);
    await page.getByLabel('Status').selectOption({ label: 'Error' });
    await expectText(page, 'No run matches these filters.');
    await page.reload();
    await expectText(page, 'No run matches these filters.');
  },
);

it('a run’s page shows its decision, its steps and the hash of each ledger row', SLOW, async () => {
  const { id } = await service.finished((await service.startRun('kyc')).id);
  const run = await service.run(id);
  const { entries } = await service.ledgerOf(id);
  const page = await visit();
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, entries.at(-1)!.row_hash);
  for (const { row_hash: hash, action } of entries) {
    await expectText(page, hash);
    await expectText(page, action);
  }
  for (const { code } of run.reasons) await expectText(page, code);
  await expectText(page, /Decision\s+(Approve|Reject|Escalate)/);
  await expectAccessible(page);
});

it('markup in a case stays text, wherever it is shown', SLOW, async () => {
  const members = { id: MARKUP, applicant: MARKUP, policy: MARKUP, hospital: MARKUP, diagnosis: MARKUP };
  const { id } = await service.finished((await service.startRun('kyc', { ...members, amount: MARKUP })).id);
  const page = await visit();
  await page.goto(`${service.url}/console/runs`);
  await expectText(page, 'onerror=');
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, 'onerror=');
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.title()).toContain(id);
});

it('an unknown run and an unknown page are reported in words', SLOW, async () => {
  const page = await visit();
  await page.goto(`${service.url}/console/runs/run_none`);
  await expectText(page, 'There is nothing with this id in your team.');
  await page.goto(`${service.url}/console/none`);
  await expectText(page, 'There is no such page.');
});

it('a phone shows lists without scrolling sideways', SLOW, async () => {
  const { id } = await service.finished((await service.startRun('kyc')).id);
  const page = await visit({ viewport: { width: 390, height: 844 } });
  for (const path of ['', '/runs', `/runs/${id}`]) {
    await page.goto(`${service.url}/console${path}`);
    await expectText(page, path === '' ? 'The chain holds.' : 'CLM-SAMPLE-1');
    if (path.includes('run_')) await expectText(page, 'db.write');
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
});
