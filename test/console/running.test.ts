import { expect, it } from 'vitest';
import { expectText, useConsole } from './use-console.ts';

/** Without a worker, a run stays in its first step. */
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
