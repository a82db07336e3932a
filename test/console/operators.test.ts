import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { BYTES_PER_PIXEL } from '../../src/desktop/rfb/frame.ts';
import { encodePng } from '../../src/desktop/rfb/png.ts';
import { ensureConsole } from '../../src/provision/console.ts';
import { endStep, keepScreen } from '../../src/runs/operator/steps.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { MASTER_KEY, startViewLab } from '../desktop/live-view/helpers.ts';
import { storedRun } from '../desktop/live-view/stored-run.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { useBrowser } from '../helpers/use-browser.ts';
import { expectAccessible, expectText, naturalWidth, signIn, SLOW } from './use-console.ts';

/** Runs that are stored as a worker stores them, with a real desktop protocol but without a desktop. */
await ensureConsole();
const lab = await startViewLab();
const browser = await useBrowser();

const ring = new KeyRing([{ id: 'k1', key: Buffer.from(MASTER_KEY.slice(3), 'base64') }], 'case-vault');
const { db } = lab.api.database;

const picture = async (shade: number): Promise<Buffer> =>
  encodePng({ width: 160, height: 100, pixels: Buffer.alloc(160 * 100 * BYTES_PER_PIXEL, shade) });

/** Stores a run with two steps, each with its screen and its ledger row. */
const newRun = async () => {
  const run = await lab.newRun();
  const stored = storedRun(lab, run);
  await stored.begin('Fill the form.');
  const ref = { teamId: run.teamId, runId: run.runId };
  for (const [at, detail] of ['opened the page', 'pressed Send'].entries()) {
    const n = at + 1;
    const png = await picture(80 * n);
    const sha256 = createHash('sha256').update(png).digest('hex');
    await db.transaction().execute(async (tx) => {
      await keepScreen(tx, ring, { ...ref, n }, png);
      await endStep(tx, { ...ref, n }, { action: 'click', detail, status: 'done', sha256 });
    });
    await lab.ledger.append({
      teamId: run.teamId,
      ledgerRef: run.runId,
      step: n,
      action: 'operator.click',
      governance: 'audited',
      summary: `Step ${n}: ${detail}`,
      detail: { n },
      actor: bySomeKey,
    });
  }
  const visit = async (roles: Parameters<typeof signIn>[2]) =>
    signIn(
      { url: lab.api.url, teamId: run.teamId, database: { db }, databaseUrl: lab.api.config.DATABASE_URL },
      browser,
      roles,
    );
  return { ...run, stored, visit };
};

it(
  'the wall shows the last screen of a running operator, and a person answers its question in place',
  SLOW,
  async () => {
    const run = await newRun();
    const question = await run.stored.ask('Send the form to claims.test.');
    const page = await run.visit({ roles: ['operator'] });
    await page.getByRole('link', { name: 'Operators' }).click();
    await expectText(page, 'The operator asks');
    await expectText(page, '2 steps');
    const screen = page.getByAltText('Screen after step 2');
    await expect.poll(async () => screen.evaluate(naturalWidth)).toBe(160);
    await expectAccessible(page);
    await screen.click();
    await expectText(page, 'Send the form to claims.test.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    const answered = async () =>
      db.selectFrom('operator_answers').selectAll().where('question_id', '=', question.id).execute();
    await expect.poll(answered).toMatchObject([{ approve: true }]);

    const viewer = await run.visit({ roles: ['viewer'], viewport: { width: 390, height: 844 } });
    await viewer.goto(`${lab.api.url}/console/operators/${run.runId}`);
    await expectText(viewer, 'Your roles let you watch, and not answer.');
    expect(await viewer.getByRole('button', { name: 'Watch and take over' }).count()).toBe(0);
    expect(await viewer.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await expectAccessible(viewer);
  },
);

it('a person watches the desktop in the page, takes it over and types on it', SLOW, async () => {
  const run = await newRun();
  const page = await run.visit({ roles: ['operator'], viewport: { width: 1_440, height: 900 } });
  await page.goto(`${lab.api.url}/console/operators/${run.runId}`);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  const view = page.frameLocator('iframe.view');
  await view.locator('body[data-connected]').waitFor();
  expect(await view.getByRole('button', { name: 'Take control' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Watch and take over' }).click();
  await view.getByRole('button', { name: 'Take control' }).click();
  await view.locator('body[data-control=you]').waitFor();
  const before = lab.screen.received().keys.length;
  await view.locator('#keys').pressSequentially('hi');
  await expect.poll(() => lab.screen.received().keys.length).toBeGreaterThan(before);
  await view.getByRole('button', { name: 'Give back' }).click();
  await view.locator('body[data-control=agent]').waitFor();
});

it('a finished run is replayed step by step with its screens and its rows', SLOW, async () => {
  const run = await newRun();
  await run.stored.finish('The form was sent.');
  await run.end();
  const page = await run.visit({ roles: ['viewer'] });
  await page.goto(`${lab.api.url}/console/operators`);
  await expectText(page, 'No operator is working.');
  await expectText(page, 'The form was sent.');
  await page.getByRole('link', { name: run.runId }).click();
  await expectText(page, 'Step 1 of 2');
  await expectText(page, 'opened the page');
  const [first, second] = await run.rows();
  await expectText(page, first!.row_hash);
  await expect.poll(async () => page.getByAltText('Screen after step 1').evaluate(naturalWidth)).toBe(160);
  await page.getByRole('button', { name: 'Next step' }).focus();
  await page.keyboard.press('Enter');
  await expectText(page, 'pressed Send');
  await expectText(page, second!.row_hash);
  await page.getByAltText('Screen after step 2').waitFor();
  expect(await page.getByRole('button', { name: 'Next step' }).isDisabled()).toBe(true);
  expect(await page.locator('iframe').count()).toBe(0);
  await expectAccessible(page);
});

it('a person gives an operator a task with the form, and a refusal is explained in words', SLOW, async () => {
  const run = await newRun();
  const page = await run.visit({ roles: ['operator'] });
  await page.goto(`${lab.api.url}/console/operators`);
  await page.getByLabel('Task').fill('Fill the form.');
  await page.getByLabel('sends a form').check();
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Start it' }).click();
  // This service has no model provider.
  await expectText(page, 'The service could not do this');
  expect(sent).toEqual([{ task: 'Fill the form.', confirm: ['submit'], max_steps: 50 }]);
  await expect.poll(async () => page.getByLabel('Task').inputValue()).toBe('Fill the form.');
});
