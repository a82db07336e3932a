import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { expectAccessible, expectText, SLOW, useConsole } from './use-console.ts';

const { service, visit } = await useConsole();

/** How many runs a team may have before anybody looks at the list. */
const RUNS = 10_000;
/** Most rows that the page may hold, however far somebody has scrolled. */
const MOST_ROWS = 500;

it.each([390, 768, 1_440])(
  'every page of work fits into %i pixels and is accessible',
  SLOW,
  async (width) => {
    const { id, review } = await service.finished((await service.startRun('voice', { id: 'CALL-1' })).id);
    const page = await visit({
      roles: ['analyst', 'reviewer', 'operator'],
      viewport: { width, height: 900 },
      ...(width === 768 && { colorScheme: 'dark' as const }),
    });
    const pages = {
      '/start': 'Fill in the sample case',
      '/runs': 'CALL-1',
      [`/runs/${id}`]: 'db.write',
      '/ask/scan': 'Scan',
      '/ask/extract': 'Drop files here',
      '/ask/code': 'Run it',
      '/ask/task': 'There are none yet.',
      '/ask/analysis': 'There are none yet.',
      '/operators': 'No operator is working.',
      [`/reviews/${review!.id}`]: 'History',
    };
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(`${service.url}/console${path}`);
      await expectText(page, text);
      const scrolled = await page.evaluate('document.documentElement.scrollWidth');
      expect(scrolled, path).toBeLessThanOrEqual(width);
      await expectAccessible(page);
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

    // The way back reads what was dropped.
    const before = await shown.first().innerText();
    await page.evaluate('scrollTo(0, 0)');
    await expect.poll(async () => shown.first().innerText()).not.toBe(before);
    expect(await shown.count()).toBeLessThanOrEqual(MOST_ROWS);
  },
);
