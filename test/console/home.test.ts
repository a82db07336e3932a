import { expect, it } from 'vitest';
import { expectAccessible, expectText, newPage, SLOW, useConsole } from './use-console.ts';

const { service, visit, browser } = await useConsole();

it('an empty installation offers three things to try, each of which really runs', SLOW, async () => {
  const page = await visit({ roles: ['analyst'] });
  await expectText(page, 'Three things to try');
  await page.getByRole('button', { name: 'Find identifiers in a text' }).click();
  await expectText(page, /Masked: Policy HI-2001, PAN (?!ABCPE1234F)/);
  await page.getByRole('button', { name: 'Resolve a sample IT ticket' }).click();
  await page.getByRole('button', { name: 'Decide a sample claim' }).click();
  await expect.poll(async () => page.getByRole('link', { name: 'Open the run' }).count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the run' }).first().click();
  await expectText(page, 'Succeeded');
  await page.getByRole('link', { name: 'Home' }).click();
  await expectText(page, '2 runs were started.');
  await page.getByText('Show the numbers').click();
  const row = page.getByRole('table', { name: 'Decisions by day' }).locator('tbody tr');
  expect(await row.count()).toBe(1);
  expect(await page.getByRole('img', { name: 'Decisions by day' }).locator('rect').count()).toBeGreaterThan(
    0,
  );
  await expectText(page, 'No model was used.');
  await expectText(page, /Desktops\s+0/);
  expect(await page.getByText('Three things to try').count()).toBe(0);
});

it('the home page shows waiting reviews, running runs and whether the chain holds', SLOW, async () => {
  await service.finished((await service.startRun('voice', {})).id);
  const waiting = (await (await service.request('GET', '/v1/reviews')).json()) as { reviews: object[] };
  const page = await visit();
  await expectText(page, 'The chain holds.');
  await expectText(page, `${waiting.reviews.length} review is waiting.`);
  await expectText(page, 'Nothing is running.');
  await expectText(page, 'No checkpoint has been signed yet.');
  await service.request('POST', '/v1/govern/checkpoints');
  await page.reload();
  await expectText(page, /Last checkpoint: \d+ (second|minute)s? ago, over \d+ rows/);
  await expectAccessible(page);
});

it('the home page is in Hindi once it is chosen, and remembers the choice', SLOW, async () => {
  const page = await visit({ colorScheme: 'dark' });
  await page.getByLabel('Language').selectOption('hi');
  await expectText(page, 'शृंखला अखंड है।');
  await page.reload();
  await expectText(page, 'कुछ नहीं चल रहा है।');
  expect(await page.getAttribute('html', 'lang')).toBe('hi');
  await expectAccessible(page);
});

it('a signed-out person gets to the sign-in and back, and sees nothing after signing out', SLOW, async () => {
  const stranger = await newPage(browser);
  await stranger.goto(`${service.url}/console/runs?status=running`);
  await expectText(stranger, 'You are signed out');
  const link = stranger.getByRole('link', { name: 'Sign in' });
  expect(await link.getAttribute('href')).toBe(
    '/v1/auth/sign-in?return_to=%2Fconsole%2Fruns%3Fstatus%3Drunning',
  );
  await expectAccessible(stranger);
  const page = await visit();
  await expectText(page, 'The chain holds.');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectText(page, 'You are signed out');
});

it('a session that ends shows the sign-in without a reload', SLOW, async () => {
  const page = await visit();
  await expectText(page, 'The chain holds.');
  await page.context().clearCookies();
  await expectText(page, 'You are signed out');
});

it('a page that was left open sends no requests, so its session can become idle', SLOW, async () => {
  const page = await visit();
  await page.clock.install();
  await page.reload();
  await expectText(page, 'The chain holds.');
  await page.clock.fastForward('11:00');
  await page.clock.runFor(10_000);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.clock.runFor(120_000);
  expect(asked).toEqual([]);
  await page.getByRole('heading', { name: 'Home' }).click();
  await expect.poll(() => asked.some((url) => url.includes('/v1/reviews'))).toBe(true);
});
