import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startWorker } from '../../src/worker.ts';
import { expectText, useConsole } from './use-console.ts';

/** Without a worker, a run stays in its first step until the last test starts one. */
const { service, visit } = await useConsole({ worker: false });

it('home leads to a run that is running, and an analyst cancels it after a second click', async () => {
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

it('people who may only look are offered no cancellation', async () => {
  const { id } = await service.startRun('voice');
  const page = await visit({ roles: ['viewer'] });
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, 'Not decided yet');
  expect(await page.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
});

it('a run’s page that was left open closes its stream, and follows the run again when somebody comes back', async () => {
  const { id } = await service.startRun('voice');
  const page = await visit();
  await page.clock.install();
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, 'Live: changes appear by themselves.');
  await page.clock.fastForward('11:00');
  await expect.poll(async () => page.innerText('body')).not.toContain('Live:');
  await page.getByRole('heading', { name: id }).click();
  await expectText(page, 'Live: changes appear by themselves.');
});

it('a run’s page follows the run while it happens', async () => {
  const page = await visit({ roles: ['analyst'] });
  // Nothing is read again by time, so the page learns of changes by events alone.
  await page.addInitScript(
    'const { setInterval: start } = window; window.setInterval = (run, ms) => start(run, Math.max(ms, 3_600_000));',
  );
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
