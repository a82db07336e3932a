import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startWorker } from '../../src/worker.ts';
import { expectAccessible, expectText, SLOW, useConsole, WITHOUT_POLLING } from './use-console.ts';

/** Without a worker, a run stays in its first step until the last test starts one. */
const { service, visit } = await useConsole({ worker: false });

it('the home page leads to a running run, and an analyst cancels it after a second click', SLOW, async () => {
  const { id } = await service.startRun('voice', { id: 'CALL-7' });
  const page = await visit({ roles: ['analyst'] });
  await page.getByRole('link', { name: 'CALL-7' }).click();
  await expectText(page, 'Not decided yet');
  await expectText(page, 'Live: changes appear by themselves.');
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByRole('button', { name: 'Keep it running' }).click();
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  expect((await service.run(id)).status).toBe('running');
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expectText(page, 'The run is being cancelled.');
});

it('people who may only look are offered no cancellation', SLOW, async () => {
  const { id } = await service.startRun('voice');
  const page = await visit({ roles: ['viewer'] });
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, 'Not decided yet');
  expect(await page.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
});

it(
  'a run’s page that was left open closes its stream, and follows the run again when somebody returns',
  SLOW,
  async () => {
    const { id } = await service.startRun('voice');
    const page = await visit();
    await page.clock.install();
    await page.goto(`${service.url}/console/runs/${id}`);
    await expectText(page, 'Live: changes appear by themselves.');
    await page.clock.fastForward('11:00');
    await expect.poll(async () => page.innerText('body')).not.toContain('Live:');
    await page.getByRole('heading', { name: id }).click();
    await expectText(page, 'Live: changes appear by themselves.');
  },
);

it('a run’s page names what the run waits for, and leads to the review', SLOW, async () => {
  const { id } = await service.startRun('voice');
  const page = await visit();
  const since = '2026-11-29T20:00:00.000Z';
  const wait = async (waiting_for: object) =>
    service.database.db
      .updateTable('runs')
      .set({ waiting_for: JSON.stringify(waiting_for) })
      .where('id', '=', id)
      .execute();
  await wait({ kind: 'review', review_id: 'rev_1', tool: 'write_record', since });
  await page.goto(`${service.url}/console/runs/${id}`);
  const link = page.getByRole('link', { name: 'a decision about write_record' });
  await expect.poll(async () => link.getAttribute('href')).toBe('/console/reviews/rev_1');
  const records = { records: 'policies', connector: 'core-policies', code: 'timed_out', asked_at: since };
  await wait({ kind: 'records', ...records, since });
  await expectText(page, /policies from core-policies \(timed_out\), since .+ \(2026-11-29 20:00:00 UTC\)/);
  await expectAccessible(page);
  await service.database.db.updateTable('runs').set({ waiting_for: null }).where('id', '=', id).execute();
});

it('a session that has ended shows the sign-in when its person changes something', SLOW, async () => {
  const { id } = await service.startRun('voice');
  const page = await visit({ roles: ['analyst'] });
  await page.addInitScript(WITHOUT_POLLING);
  await page.goto(`${service.url}/console/runs/${id}`);
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expectText(page, 'You are signed out');
});

it('a run’s page shows the run’s progress as it happens', SLOW, async () => {
  const page = await visit({ roles: ['analyst'] });
  await page.addInitScript(WITHOUT_POLLING);
  const { id } = await service.startRun('support');
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, 'Not decided yet');
  await expectText(page, 'Live: changes appear by themselves.');
  const worker = await startWorker(loadConfig(service.env), createLogger('silent', 'test'));
  onTestFinished(async () => worker.stop());
  await service.finished(id);
  const { entries } = await service.ledgerOf(id);
  await expectText(page, 'Succeeded');
  await expectText(page, entries.at(-1)!.row_hash);
});
