import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { en } from '../../console/src/words/en/index.ts';
import { hi } from '../../console/src/words/hi/index.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import {
  expectAccessible,
  expectText,
  framesWhile,
  JANK_MS,
  scroll,
  SLOW,
  useConsole,
} from './use-console.ts';

const { service, visit } = await useConsole({
  env: {
    CONNECTOR_PINNED: 'core.bank.example=127.0.0.1:9',
    WEBHOOK_PINNED: 'hooks.bank.example=127.0.0.1:9',
  },
});

/** How many runs a team may have before anybody looks at the list. */
const RUNS = 10_000;
/** Maximum number of rows in the page, however far somebody has scrolled. */
const MOST_ROWS = 500;

/**
 * Texts of the console that differ in Hindi. Words in small letters are also codes, which are the same in
 * every language.
 */
const IN_ENGLISH = Object.entries(en)
  .filter(
    ([key, text]) => hi[key as keyof typeof en] !== text && /[A-Z][a-z]/.test(text) && !text.includes('{'),
  )
  .map(([, text]) => text);

/** Returns the English texts of the console that a page shows, or tells a screen reader. */
const englishOn = async (page: Page): Promise<readonly string[]> => {
  const seen = await page.evaluate<string[]>(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
      else for (const name of ['aria-label', 'alt', 'placeholder']) found.push(node.getAttribute(name) ?? '');
    }
    return found.map((text) => text.trim());
  })()`);
  const english = new Set<string>(IN_ENGLISH);
  return seen.filter((text) => english.has(text));
};

/** Stores something on each page that has nothing at first. */
const fill = async (): Promise<Readonly<Record<string, string>>> => {
  const { teamId, database } = service;
  const run = await service.finished((await service.startRun('voice', { id: 'CALL-1' })).id);
  const claim = { ...verticals.kyc.sample, id: 'CLM-1' };
  const { id } = await service.finished((await service.startRun('kyc', claim)).id);
  await service.request('POST', '/v1/govern/checkpoints');
  const { key } = await issueKey(database.db, { teamId, name: 'setup', scopes: ['admin', 'webhooks'] });
  const send = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
    expect(response.status, path).toBe(201);
    return (await response.json()) as { id: string };
  };
  const http = { url: 'http://core.bank.example/{key}' };
  await send('PUT', '/v1/connectors/core-policies', { kind: 'http', serves: 'policies', http });
  const url = 'http://hooks.bank.example/events';
  const webhook = await send('POST', '/v1/webhooks', { url, events: ['run.error'] });
  return { run: id, review: run.review!.id, webhook: webhook.id };
};

it(
  'every page fits into 390, 768 and 1,440 pixels, is accessible in light and dark, and speaks Hindi',
  { timeout: 600_000 },
  async () => {
    const { run, review, webhook } = await fill();
    const roles = ['analyst', 'reviewer', 'operator', 'committee', 'auditor', 'safety', 'admin'] as const;
    const page = await visit({ roles });
    const pages = {
      '': 'The chain holds.',
      '/start': 'Fill in the sample case',
      '/runs': 'CALL-1',
      [`/runs/${run}`]: 'db.write',
      '/ask/scan': 'Scan',
      '/ask/extract': 'Drop files here',
      '/ask/code': 'Run it',
      '/ask/task': 'There are none yet.',
      '/ask/analysis': 'There are none yet.',
      '/operators': 'No operator is working.',
      '/reviews': 'CALL-1',
      [`/reviews/${review}`]: 'History',
      '/records': 'HI-1001',
      '/records?kind=claims': 'CLM-1',
      '/records/policies/HI-1001': 'HI-1001',
      '/records/import': 'Drop files here',
      '/records/connectors': 'core-policies',
      '/ledger': 'entries',
      '/ledger/proof': 'Check it here',
      '/ledger/checkpoints': 'Public keys of the log',
      '/safety': 'Nothing is suspended.',
      '/safety/systems': 'Health-insurance claim',
      '/safety/hosts': 'pramaan egress allow',
      '/rules': 'Customer support ticket',
      '/rules/support-rules': 'Versions',
      '/rules/support-rules/draft?from=2': 'Save the draft',
      '/settings': 'The service is ready.',
      '/settings/reviews': 'No call waits for a person.',
      '/settings/webhooks': 'hooks.bank.example',
      [`/settings/webhooks/${webhook}`]: 'Send a test event',
      '/settings/keys': 'setup',
      '/settings/people': 'Asha Sample',
      '/settings/sessions': 'Asha Sample',
    };
    const language = page.locator('header select, .top select');
    for (const [path, text] of Object.entries(pages)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.goto(`${service.url}/console${path}`);
      await expectText(page, text);
      for (const chosen of ['en', 'hi']) {
        await language.selectOption(chosen);
        for (const width of [1_440, 768, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const scrolled = await page.evaluate('document.documentElement.scrollWidth');
          expect(scrolled, `${path} in ${chosen}`).toBeLessThanOrEqual(width);
        }
        if (chosen === 'hi') {
          expect(await englishOn(page), path).toEqual([]);
          await page.emulateMedia({ colorScheme: 'dark' });
        }
        await expectAccessible(
          page,
          chosen === 'hi' ? ['color-contrast', 'label', 'button-name'] : undefined,
        );
      }
      await language.selectOption('en');
    }
  },
);

it(
  'ten thousand runs are scrolled to the first one, while the page keeps few rows and reads little',
  SLOW,
  async () => {
    const { teamId, database } = service;
    await sql`
    INSERT INTO runs (id, team_id, vertical, mode, status, ledger_ref, case_id, asked_by, error, created_at, started_at, finished_at)
    SELECT 'run_' || lpad(n::text, 32, '0'), ${teamId}, 'voice', 'simulated', 'error', 'wf-' || lpad(n::text, 32, '0'), 'OLD-' || n,
      '{"kind": "service", "id": "test", "name": "test"}', '{"code": "cancelled", "message": "It was cancelled."}', now() - interval '1 day' + n * interval '1 second', now(), now()
    FROM generate_series(1, ${RUNS}::int) AS n`.execute(database.db);
    const page = await visit({ viewport: { width: 1_440, height: 900 } });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(`${service.url}/console/runs`);
    await expectText(page, `OLD-${RUNS}`);
    const shown = page.locator('tbody tr');
    await page.mouse.move(700, 500);
    const frames = await framesWhile(page, async () => scroll(page, 60));
    expect(frames.at(frames.length / 2)).toBeLessThan(JANK_MS);
    let most = 0;
    await expect
      .poll(
        async () => {
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          most = Math.max(most, await shown.count());
          return page.locator('tbody').innerText();
        },
        { timeout: 240_000, interval: 20 },
      )
      .toMatch(/OLD-1\b/);
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(MOST_ROWS);
    expect(asked.filter((url) => url.includes('/runs?')).length).toBeLessThan(400);

    // Scrolling back reads again what was dropped.
    const before = await shown.first().innerText();
    await page.evaluate('scrollTo(0, 0)');
    await expect.poll(async () => shown.first().innerText()).not.toBe(before);
    expect(await shown.count()).toBeLessThanOrEqual(MOST_ROWS);
  },
);
