import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Role } from '../../src/contract/roles.ts';
import { createLedger, type Ledger } from '../../src/ledger/index.ts';
import { makeLink } from '../../src/people/links.ts';
import { addPerson } from '../../src/people/people.ts';
import { commandLine } from '../../src/people/rows.ts';
import { ensureConsole } from '../../src/provision/console.ts';
import { createPool } from '../../src/store/db/client.ts';
import type { TestService } from '../helpers/service.ts';
import { useBrowser } from '../helpers/use-browser.ts';
import { type BootOptions, useService } from '../helpers/use-service.ts';

export interface Visit extends BrowserContextOptions {
  readonly roles?: readonly Role[];
  readonly name?: string;
}

/** The team of a service in which somebody signs in. */
interface SignedInAt {
  readonly url: string;
  readonly teamId: string;
  readonly databaseUrl: string;
  readonly database: Pick<TestService['database'], 'db'>;
}

/** Maximum time for a page's action. Chromium is slow on a machine that is busy with other tests. */
const PAGE_MS = 120_000;

/** Options of the tests of pages, which consist of several actions. */
export const SLOW = { timeout: 300_000 } as const;

/** Polling is disabled, so a page learns of changes only through events. */
export const WITHOUT_POLLING =
  'const { setInterval: start } = window; window.setInterval = (run, ms) => start(run, Math.max(ms, 3_600_000));';

/** A real service and a real browser for the tests of a page. */
export const useConsole = async (options?: BootOptions) => {
  await ensureConsole();
  const service = await useService(options);
  const browser = await useBrowser();
  const databaseUrl = service.env['DATABASE_URL']!;
  return {
    service,
    visit: async (visit?: Visit) => signIn({ ...service, databaseUrl }, browser, visit),
    browser,
  };
};

/** Opens a page in a browser of its own, whose errors fail the test. */
export const newPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ locale: 'en-IN', ...options });
  context.setDefaultTimeout(PAGE_MS);
  context.setDefaultNavigationTimeout(PAGE_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) faults.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  return page;
};

/** Adds a person, and signs them in with a link as they would do it themselves. */
export const signIn = async (
  { url, teamId, databaseUrl, database }: SignedInAt,
  browser: Browser,
  { roles = ['viewer'], name = 'Asha Sample', ...options }: Visit = {},
): Promise<Page> => {
  const token = await linkToken({ teamId, databaseUrl, database }, async (tx, ledger) => {
    const person = await addPerson(tx, ledger, { teamId, name, roles, rolesFrom: 'here' }, commandLine);
    return person!.id;
  });
  const page = await newPage(browser, options);
  await useLink(page, url, token);
  return page;
};

type Tx = Parameters<typeof makeLink>[0];

/** Makes a link that signs in a person. @param personOf returns the person's id */
const linkToken = async (
  { teamId, databaseUrl, database }: Omit<SignedInAt, 'url'>,
  personOf: (tx: Tx, ledger: Ledger) => Promise<string>,
): Promise<string> => {
  const pool = createPool(databaseUrl, { onIdleError: () => undefined });
  const ledger = createLedger({ pool });
  const link = await database.db
    .transaction()
    .execute(async (tx) =>
      makeLink(tx, ledger, { teamId, personId: await personOf(tx, ledger) }, commandLine),
    );
  await pool.end();
  if (link === undefined || typeof link === 'string') throw new Error(`no link: ${link}`);
  return link.token;
};

const useLink = async (page: Page, url: string, token: string): Promise<void> => {
  await page.goto(`${url}/v1/auth/link?token=${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/console');
};

/** Signs in once more in another tab of a page's browser, as the same person or as another one. */
export const signInElsewhere = async (service: TestService, page: Page, person?: string): Promise<void> => {
  const me = (await (await page.request.get(`${service.url}/v1/me`)).json()) as { actor: { id: string } };
  const databaseUrl = service.env['DATABASE_URL']!;
  const token = await linkToken({ ...service, databaseUrl }, async () => person ?? me.actor.id);
  const tab = await page.context().newPage();
  await useLink(tab, service.url, token);
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * Checks a page with axe against WCAG 2.2, levels A and AA.
 * @param rules checks only these rules, for a page that was checked fully in other colours
 */
export const expectAccessible = async (page: Page, rules?: readonly string[]): Promise<void> => {
  // Evaluated by the debugger, so the page's content security policy does not apply.
  await page.evaluate(axe.source);
  const only = rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const found = await page.evaluate<Violation[]>(
    `axe.run({ runOnly: ${JSON.stringify(only)} }).then((r) => r.violations.map(
      ({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  expect(found).toEqual([]);
};

/** Expects a text on the page, once the page has drawn it. */
export const expectText = async (page: Page, text: string | RegExp): Promise<void> => {
  await expect.poll(async () => page.innerText('body')).toMatch(text);
};

/** Expects the keyboard's focus on an element that matches, once the page has moved it there. */
export const expectFocus = async (page: Page, selector: string): Promise<void> => {
  await expect.poll(async () => page.locator(`${selector}:focus`).count()).toBe(1);
};

/** Width of a picture in its own pixels, which is 0 until it was drawn. For `evaluate`. */
export const naturalWidth = (picture: unknown): number =>
  (picture as { readonly naturalWidth: number }).naturalWidth;

/**
 * Maximum median duration of a frame during a scroll, on a machine that is busy with other tests. It is 17 ms
 * on a quiet one.
 */
export const JANK_MS = 100;

/** Durations of a page's frames during an action, in milliseconds, shortest first. */
export const framesWhile = async (page: Page, act: () => Promise<void>): Promise<readonly number[]> => {
  await page.evaluate(`(() => {
    window.frames_ = [];
    let last = performance.now();
    const tick = (now) => {
      window.frames_.push(now - last);
      last = now;
      window.watching_ = requestAnimationFrame(tick);
    };
    window.watching_ = requestAnimationFrame(tick);
  })()`);
  await act();
  const gaps = await page.evaluate<number[]>('cancelAnimationFrame(window.watching_), window.frames_');
  return gaps.toSorted((a, b) => a - b);
};

/** Scrolls the element under the mouse, as a wheel does. */
export const scroll = async (page: Page, turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 400);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
};
