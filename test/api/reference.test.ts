import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { useBrowser } from '../helpers/use-browser.ts';

const LIMIT = { timeout: 480_000 };
const PATIENT = { timeout: 240_000 };

let api: TestApi;
let key: string;

const browser = await useBrowser();

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

describe('GET /docs', () => {
  it('a reader enters a key and tries an operation, and nothing leaves the service', LIMIT, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENT.timeout);
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && origin !== api.url) elsewhere.push(request.url());
    });
    await page.goto(`${api.url}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    const dialog = page.locator('.modal-ux');
    await dialog.locator('#auth-bearer-value').first().fill(key);
    await dialog.getByRole('button', { name: 'Apply credentials' }).first().click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    const scan = page.locator('#operations-PII_screening-scanText');
    await scan.locator('.opblock-summary-control').click();
    await scan.getByRole('button', { name: 'Try it out' }).click();
    await scan.locator('textarea').first().fill('{"text": "PAN ABCPK1234L"}');
    await scan.getByRole('button', { name: 'Execute' }).click();
    const response = scan.locator('.live-responses-table');
    await response.getByText('PAN ABXXXXXXXL').waitFor();
    expect([complaints, elsewhere]).toEqual([[], []]);
  });

  it('the page has both documents', LIMIT, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENT.timeout);
    await page.goto(`${api.url}/docs`);
    await page.getByRole('link', { name: 'Agent verticals' }).click();
    await page.locator('#operations-Runs-startRun').waitFor();
    expect(await page.title()).toBe('Pramaan API: Agent verticals');
    expect(await page.getByRole('link', { name: 'Agent verticals' }).getAttribute('aria-current')).toBe(
      'page',
    );
  });

  it('the address of the service leads there, and files of the page are cached by their content', async () => {
    const { body } = await api.send<{ links: { reference: string } }>('GET', '/');
    expect(body.links.reference).toBe(`${api.url}/docs`);
    const page = await api.send<string>('GET', '/docs');
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    const names = [...page.body.matchAll(/(?:src|href)="(docs\/[\w.-]+)"/g)].map(([, name]) => name!);
    expect(names).toHaveLength(4);
    for (const name of names) {
      const { status, headers } = await api.send('GET', `/${name}`);
      expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await api.send('GET', '/docs/swagger-ui.0.css')).status).toBe(404);
    expect((await api.send('GET', '/docs?document=other')).status).toBe(422);
  });
});
