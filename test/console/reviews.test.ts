import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { verticals } from '../../src/governance/verticals/index.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { requireSecondPerson, suspendedNow } from '../../src/store/switches/switches.ts';
import {
  expectAccessible,
  expectFocus,
  expectText,
  signInElsewhere,
  SLOW,
  useConsole,
} from './use-console.ts';

const { service, visit } = await useConsole();

/** Starts a call that needs a person. @returns the id of its review */
const newReview = async (id: string): Promise<string> => {
  const run = await service.finished((await service.startRun('voice', { id })).id);
  return run.review!.id;
};

const idOf = async (page: Page): Promise<string> => {
  const me = (await (await page.request.get(`${service.url}/v1/me`)).json()) as { actor: { id: string } };
  return me.actor.id;
};

it('a reviewer finds a review, claims it and decides it with a reason', SLOW, async () => {
  const id = await newReview('CALL-1');
  const page = await visit({ roles: ['reviewer'] });
  await page.getByRole('link', { name: 'Reviews', exact: true }).click();
  await page.getByRole('link', { name: 'CALL-1' }).click();
  await expectText(page, 'Take the review to decide it.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Take this review' }).click();
  await expectText(page, 'You have this review until');
  await expectAccessible(page);
  await page.getByLabel('Send back').check();
  await page.getByLabel('Resolve').check();
  await page.getByLabel('Note').fill('Called back, all is well.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expectText(page, 'This review is closed.');
  await expectText(page, 'Called back, all is well.');
  await expectText(page, /Resolve by A/);
  const review = (await (await service.request('GET', `/v1/reviews/${id}`)).json()) as object;
  expect(review).toMatchObject({
    state: 'decided',
    decisions: [{ option: 'resolve', note: 'Called back, all is well.', by: { kind: 'person' } }],
  });
});

it(
  'a decision that a customer reads needs a reason, and typed text stays after a refusal',
  SLOW,
  async () => {
    const id = await newReview('CALL-2');
    const page = await visit({ roles: ['reviewer'] });
    await page.goto(`${service.url}/console/reviews/${id}`);
    await page.getByRole('button', { name: 'Take this review' }).click();
    await page.getByLabel('Send back').check();
    await page.getByRole('button', { name: 'Decide' }).click();
    expect(await page.getByLabel('Reason', { exact: true }).evaluate((box) => box.matches(':invalid'))).toBe(
      true,
    );
    await page.getByLabel('Reason', { exact: true }).fill('Please see RULE-CODE-1.');
    await page.getByRole('button', { name: 'Decide' }).click();
    await expectText(page, 'expected words for the customer, without codes of rules');
    await expect
      .poll(async () => page.getByLabel('Reason', { exact: true }).inputValue())
      .toBe('Please see RULE-CODE-1.');
    await page.getByRole('button', { name: 'Give it back' }).click();
    await expectText(page, 'Take the review to decide it.');
  },
);

it('a manager reads a claim in words and approves a part of it', SLOW, async () => {
  const claim = { ...verticals.kyc.sample, id: 'CLM-PART', pan: 'not a PAN', amount: '₹ 1,48,500' };
  const { review } = await service.finished((await service.startRun('kyc', claim)).id);
  const page = await visit({ roles: ['reviewer'] });
  await page.getByRole('link', { name: 'Escalation · CLM-PART' }).click();
  await expectText(page, /The case on record\s+Amount\s+₹1,48,500\.00/);
  await page.getByRole('button', { name: 'Take this review' }).click();
  await page.getByLabel('Approve').check();
  await page.getByLabel('Amount to pay in rupees').fill('₹1,20,000.50');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Decide' }).click();
  await expectText(page, 'To pay: ₹1,20,000.50');
  const decided = await (await service.request('GET', `/v1/reviews/${review!.id}`)).json();
  expect(decided).toMatchObject({ decisions: [{ option: 'approve', approved_amount: '120000.50' }] });
});

it(
  'a review that somebody else has claimed, or that the person may only read, offers no decision',
  SLOW,
  async () => {
    const id = await newReview('CALL-3');
    const first = await visit({ roles: ['reviewer'], name: 'Bala Sample' });
    await first.goto(`${service.url}/console/reviews/${id}`);
    await first.getByRole('button', { name: 'Take this review' }).click();
    await expectText(first, 'You have this review until');
    const second = await visit({ roles: ['reviewer'], name: 'Chandra Sample' });
    await second.goto(`${service.url}/console/reviews/${id}`);
    await expectText(second, /has this review until/);
    expect(await second.getByRole('button', { name: 'Take this review' }).count()).toBe(0);
    const viewer = await visit({ roles: ['viewer'] });
    await viewer.goto(`${service.url}/console/reviews/${id}`);
    await expectText(viewer, 'Your roles let you read this review, and not decide it.');
    await first.goto(`${service.url}/console/reviews?assignee=me`);
    await expectText(first, 'CALL-3');
    await second.goto(`${service.url}/console/reviews?assignee=me`);
    await expectText(second, 'No review matches these filters.');
  },
);

it('a reviewer decides with the keyboard alone, on a phone', SLOW, async () => {
  const id = await newReview('CALL-4');
  const page = await visit({ roles: ['reviewer'], viewport: { width: 390, height: 844 } });
  await page.goto(`${service.url}/console/reviews/${id}`);
  await page.getByRole('button', { name: 'Take this review' }).focus();
  await page.keyboard.press('Enter');
  await expectText(page, 'You have this review until');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Give it back' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(async () => page.getByRole('radio', { checked: true }).count()).toBe(1);
  for (let presses = 0; presses < 8; presses += 1) {
    if ((await page.evaluate('document.activeElement.type')) === 'submit') break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expectText(page, 'This review is closed.');
});

it(
  'somebody with the role safety agrees that suspended work resumes, in a review without a case or a run',
  SLOW,
  async () => {
    const { database, teamId } = service;
    await database.db.transaction().execute(async (tx) => requireSecondPerson(tx, teamId, true));
    const { key } = await issueKey(database.db, { teamId, name: 'test', scopes: ['safety'] });
    const set = async (action: 'suspend' | 'resume', reason: string) =>
      fetch(`${service.url}/v1/govern/switches`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ scope: 'payouts', action, reason }),
      });
    const { id } = (await (await set('suspend', 'The bank is closed.')).json()) as { id: string };
    expect((await set('resume', 'The bank is open again.')).status).toBe(403);

    const page = await visit({ roles: ['safety'] });
    await expectText(page, `Resuming work · ${id}`);
    await page.getByRole('link', { name: 'Reviews', exact: true }).click();
    await page.getByLabel('Kind').selectOption({ label: 'Resuming work' });
    await page.getByRole('link', { name: id }).click();
    await expectText(page, 'The bank is open again.');
    await page.getByRole('button', { name: 'Take this review' }).click();
    await page.getByLabel('Approve').check();
    await page.getByRole('button', { name: 'Decide' }).click();
    await expectText(page, 'This review is closed.');
    expect(await suspendedNow(database.db, teamId)).toEqual([]);
  },
);

it(
  'comments and the history of a review are shown, and shortcuts claim it and move to the reason',
  SLOW,
  async () => {
    const id = await newReview('CALL-5');
    const other = await newReview('CALL-6');
    const page = await visit({ roles: ['reviewer'] });
    await page.goto(`${service.url}/console/reviews`);
    await expectText(page, 'CALL-5');
    await page.keyboard.press('n');
    await page.waitForURL('**/reviews/rev_*');
    await page.goto(`${service.url}/console/reviews/${id}`);
    await expectText(page, 'Nobody has commented.');
    await expectText(page, 'review.opened');
    await page.getByLabel('Comment for colleagues').fill('c a n ? <b>I called.</b>');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expectText(page, 'c a n ? <b>I called.</b>');
    await expect.poll(async () => page.getByLabel('Comment for colleagues').inputValue()).toBe('');
    await expectText(page, 'Take the review to decide it.');

    await page.getByRole('heading', { name: 'History' }).click();
    await page.keyboard.press('?');
    await expectText(page, 'go to the next review');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expectText(page, 'You have this review until');
    await expectText(page, 'review.claimed');
    await page.keyboard.press('a');
    await expectFocus(page, 'textarea[name="reason"]');
    await page.keyboard.type('All is well.');
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(1);
    await expect
      .poll(async () => page.getByLabel('Reason', { exact: true }).inputValue())
      .toBe('All is well.');
    await page.getByRole('button', { name: 'Decide' }).click();
    await expectText(page, 'This review is closed.');
    await expectText(page, 'review.decided');
    await page.keyboard.press('n');
    await expect.poll(() => page.url()).not.toContain(id);
    await expectText(page, 'Take the review to decide it.');

    // A comment that was not sent stays with its review, even if the next one has already been read.
    await page.goBack();
    await expectText(page, 'This review is closed.');
    await page.getByLabel('Comment for colleagues').fill('About the first one.');
    await page.getByRole('heading', { name: 'History' }).click();
    await page.keyboard.press('n');
    await expectText(page, 'Take the review to decide it.');
    await expect.poll(async () => page.getByLabel('Comment for colleagues').inputValue()).toBe('');

    await page.goto(`${service.url}/console/reviews/${other}`);
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await page.getByLabel('Single keys work on this page').uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await expectText(page, 'Take the review to decide it.');
  },
);

it(
  'a new sign-in in another tab does not stop the old tab, unless somebody else signed in',
  SLOW,
  async () => {
    const id = await newReview('CALL-7');
    const page = await visit({ roles: ['reviewer'] });
    await page.clock.install();
    await page.goto(`${service.url}/console/reviews/${id}`);
    await expectText(page, 'Take the review to decide it.');
    await signInElsewhere(service, page);
    await page.getByRole('button', { name: 'Take this review' }).click();
    await expectText(page, 'You have this review until');

    const somebody = await visit({ roles: ['reviewer'], name: 'Bala Sample' });
    const [asha, bala] = [await idOf(page), await idOf(somebody)];
    await signInElsewhere(service, page, bala);
    await page.getByRole('button', { name: 'Give it back' }).click();
    await expectText(page, 'Bala Sample');
    await expectText(page, /has this review until/);
    const review = (await (await service.request('GET', `/v1/reviews/${id}`)).json()) as object;
    expect(review).toMatchObject({ state: 'claimed', claimed_by: { kind: 'person' } });

    // A tab that reads who is signed in before anything is sent has no draft of the earlier person either.
    const draft = page.getByLabel('Comment for colleagues');
    await draft.fill('Bala called twice.');
    await signInElsewhere(service, page, asha);
    await page.clock.fastForward('11:00');
    await page.getByRole('heading', { name: 'History' }).click();
    await expectText(page, 'You have this review until');
    expect(await draft.inputValue()).toBe('');
  },
);
