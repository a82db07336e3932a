import { type AddressInfo, connect, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { type RunningApi, startApi } from '../../src/api/main.ts';
import { loadConfig } from '../../src/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { expectText, signIn, SLOW, useConsole } from './use-console.ts';

const { service, visit, browser } = await useConsole({
  worker: false,
  env: { WEBHOOK_PINNED: 'hooks.bank.example=127.0.0.1:1' },
});

/** Chromium's own conditions of the network. */
const network = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const set = async (offline: boolean, latency: number, bytes: number): Promise<void> => {
    await session.send('Network.emulateNetworkConditions', {
      offline,
      latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
  };
  return {
    slow: async (latency: number) => set(false, latency, 50_000),
    cut: async () => set(true, 0, -1),
    mend: async () => set(false, 0, -1),
  };
};

/** A hop of the network before the API, which can lose what the API answers. */
const startGateway = async (portOf: () => number) => {
  let loses = false;
  const server = createServer((client) => {
    const upstream = connect(portOf(), '127.0.0.1');
    for (const one of [client, upstream]) {
      const other = one === client ? upstream : client;
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      if (loses) client.destroy();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    loseResponses: (now: boolean): void => {
      loses = now;
    },
    close: async () => new Promise((resolve) => server.close(resolve)),
  };
};

const webhooks = async (): Promise<number> => {
  const rows = await service.database.db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('team_id', '=', service.teamId)
    .execute();
  return rows.length;
};

const runs = async () =>
  service.database.db.selectFrom('runs').select('id').where('team_id', '=', service.teamId).execute();

it('a request whose response was lost is repeated, and its change happened once', SLOW, async () => {
  const hop: { port?: number } = {};
  const gateway = await startGateway(() => hop.port!);
  const base = `http://127.0.0.1:${gateway.port}`;
  const config = loadConfig({ ...service.env, PUBLIC_BASE_URL: base });
  const api = await startApi(config, createLogger('silent', 'test'));
  hop.port = Number(new URL(api.url).port);
  onTestFinished(async () => {
    await gateway.close();
    await api.stop();
  });
  const page = await signIn({ ...service, url: base, databaseUrl: service.env['DATABASE_URL']! }, browser, {
    roles: ['admin', 'analyst'],
  });
  await page.goto(`${base}/console/settings/webhooks`);
  await page.getByLabel('Address').fill('http://hooks.bank.example/events');
  await page.getByLabel('run.error').check();
  gateway.loseResponses(true);
  const create = page.getByRole('button', { name: 'Create' });
  await create.click();
  await expect.poll(webhooks).toBe(1);
  await expectText(page, 'The service does not respond.');
  await expect
    .poll(async () => page.getByLabel('Address').inputValue())
    .toBe('http://hooks.bank.example/events');
  gateway.loseResponses(false);
  await create.click();
  const secret = page.getByLabel('Secret of the signatures').getByRole('textbox');
  await expect.poll(async () => secret.inputValue()).toMatch(/^whsec_/);
  expect(await webhooks()).toBe(1);

  await page.goto(`${base}/console/start?vertical=voice`);
  await page.getByRole('button', { name: 'Fill in the sample case' }).click();
  gateway.loseResponses(true);
  const start = page.getByRole('button', { name: 'Start the run' });
  await start.click();
  await expect.poll(async () => runs()).toHaveLength(1);
  await expectText(page, 'The service does not respond.');
  gateway.loseResponses(false);
  await start.click();
  await page.waitForURL(/\/runs\/run_/);
  const [run, ...others] = await runs();
  expect(page.url()).toContain(run!.id);
  expect(others).toEqual([]);
});

it(
  'on a slow network a page says that it is loading, and without a network it keeps what it has shown',
  SLOW,
  async () => {
    await service.startRun('voice', { id: 'CALL-1' });
    const page = await visit();
    const link = await network(page);
    await expectText(page, 'CALL-1');
    await link.slow(1_500);
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await expectText(page, 'Loading…');
    await expectText(page, 'Rule set');
    await link.cut();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await expectText(page, 'The service does not respond.');
    await link.mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectText(page, 'CALL-1');
    expect(await page.innerText('body')).not.toContain('The service does not respond.');
  },
);

it('the API restarts under an open page, which continues with the same session', SLOW, async () => {
  const log = createLogger('silent', 'test');
  const start = async (port: string): Promise<RunningApi> =>
    startApi(loadConfig({ ...service.env, PORT: port }), log);
  let api = await start('0');
  onTestFinished(async () => api.stop());
  const page = await signIn(
    { ...service, url: api.url, databaseUrl: service.env['DATABASE_URL']! },
    browser,
    { roles: ['safety'] },
  );
  await page.goto(`${api.url}/console/safety`);
  await expectText(page, 'Nothing is suspended.');
  await api.stop();
  await expectText(page, 'The service does not respond.');
  await expectText(page, 'Nothing is suspended.');
  api = await start(new URL(api.url).port);
  await page.getByLabel('Reason').fill('A drill.');
  await page.getByLabel('What').selectOption('payouts');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Yes: Stop' }).click();
  await expectText(page, /Stopped\. 0 pieces of work were under way\./);
  await expect.poll(async () => page.innerText('body')).not.toContain('The service does not respond.');
  await page.getByRole('button', { name: 'Resume: Payouts' }).click();
  await page.getByLabel('Reason').first().fill('The drill is over.');
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expectText(page, 'Nothing is suspended.');
});

it('an action in one tab appears in the other, and a session that ends there ends here', SLOW, async () => {
  const first = await visit({ roles: ['safety', 'admin'], name: 'Chandra Sample' });
  const second = await first.context().newPage();
  await second.goto(`${service.url}/console/safety`);
  await expectText(second, 'Nothing is suspended.');
  await first.goto(`${service.url}/console/safety`);
  await first.getByLabel('Reason').fill('A drill in two tabs.');
  await first.getByRole('button', { name: 'Stop', exact: true }).click();
  await first.getByRole('button', { name: 'Yes: Stop' }).click();
  await expectText(second, 'A drill in two tabs.');
  await second.getByRole('button', { name: 'Resume: Everything' }).click();
  await second.getByLabel('Reason').first().fill('The drill is over.');
  await second.getByRole('button', { name: 'Resume', exact: true }).click();
  await expectText(first, 'The drill is over.');
  await first.goto(`${service.url}/console/settings/sessions`);
  await first.getByRole('button', { name: 'End: Chandra Sample' }).click();
  await first.getByRole('button', { name: 'Yes: End' }).click();
  await expectText(first, 'You are signed out');
  await expectText(second, 'You are signed out');
});
