import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { BYTES_PER_PIXEL } from '../../src/desktop/rfb/frame.ts';
import { encodePng } from '../../src/desktop/rfb/png.ts';
import { ensureConsole } from '../../src/provision/console.ts';
import { eraseCase } from '../../src/runs/erase.ts';
import { answerQuestion } from '../../src/runs/operator/answers.ts';
import { askForApproval } from '../../src/runs/operator/finish.ts';
import { openActionReview } from '../../src/runs/operator/reviews.ts';
import { endStep, keepScreen } from '../../src/runs/operator/steps.ts';
import { endAttempt } from '../../src/runs/operator/videos.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { MASTER_KEY, startViewLab } from '../desktop/live-view/helpers.ts';
import { storedRun } from '../desktop/live-view/stored-run.ts';
import { bySomeKey, someKey } from '../helpers/actors.ts';
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
  await expectText(page, 'There is no video');
  await expectAccessible(page);

  const operator = await run.visit({ roles: ['operator'] });
  await operator.goto(`${lab.api.url}/console/operators/${run.runId}`);
  await operator.getByRole('button', { name: 'Make a video' }).click();
  await expectText(operator, 'The video is being made.');
  const made = { bytes: Buffer.from('webm'), sha256: 'a'.repeat(64), lengthMs: 4_000 };
  const attempt = { workflow_id: 'video', team_id: run.teamId, run_id: run.runId, attempt: 1 };
  await db.transaction().execute(async (tx) => endAttempt(tx, ring, attempt, made));
  await operator.getByRole('button', { name: 'Show the video' }).click();
  await operator.locator('video').waitFor();
  await expectAccessible(operator);
});

it(
  'a replay has what was clicked, asked and answered, works by keyboard, and shows nothing after an erasure',
  SLOW,
  async () => {
    const run = await newRun();
    const ref = { teamId: run.teamId, runId: run.runId };
    const until = new Date(Date.now() + 300_000).toISOString();
    const question = { id: 'c/0', risk: 'question', detail: 'Which branch?', until, wants: 'text' } as const;
    await db.transaction().execute(async (tx) => {
      await askForApproval(tx, ref, question);
      await openActionReview(tx, lab.ledger, ref, question, { actor: bySomeKey, askedBy: someKey });
    });
    const row = { ...ref, ledgerRef: run.runId, governance: 'audited', actor: bySomeKey };
    const asked = {
      action: 'operator.ask',
      summary: 'The operator asked a person (text).',
      detail: { id: question.id },
    };
    await lab.ledger.append({ ...row, step: 3, ...asked });
    await answerQuestion(db, lab.ledger, ring, ref, {
      id: question.id,
      approve: true,
      actor: someKey,
      text: 'Pune',
    });
    await db.transaction().execute(async (tx) => {
      const end = {
        action: 'click',
        detail: 'pressed Next',
        status: 'refused',
        sha256: null,
        box: [10, 20, 110, 60],
      } as const;
      await endStep(tx, { ...ref, n: 3 }, end);
    });
    await lab.ledger.append({
      ...row,
      step: 4,
      action: 'operator.click',
      summary: 'Step 3',
      detail: { n: 3 },
    });
    await run.stored.finish('Done.');
    await run.end();
    const page = await run.visit({ roles: ['auditor'] });
    const address = `${lab.api.url}/console/operators/${run.runId}`;
    await page.goto(address);
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    await expectText(page, 'pressed Next');
    expect(await slider.getAttribute('aria-valuetext')).toBe('Step 3 of 3: click, Refused');
    const before = page.getByRole('img', { name: 'Screen before step 3; a box marks what was clicked' });
    await expect.poll(async () => before.locator('rect').getAttribute('width')).toBe('100');
    await expectText(page, 'Which branch?');
    await expectText(page, 'Pune');
    await expectText(page, 'operator.ask');
    await expectAccessible(page);
    const reads = await db
      .selectFrom('agent_actions')
      .select('body')
      .where('team_id', '=', run.teamId)
      .where('action', '=', 'vault.read')
      .execute();
    expect(reads.filter(({ body }) => body.includes('"answers":1'))).toHaveLength(1);

    await eraseCase(db, lab.ledger, { teamId: run.teamId, ref: run.runId, reason: 'test', actor: bySomeKey });
    await page.goto(address);
    await expectText(page, 'The picture was erased.');
    await slider.focus();
    await page.keyboard.press('End');
    await expectText(page, 'The question was erased.');
    expect(await page.getByText('Pune').count()).toBe(0);
  },
);

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
