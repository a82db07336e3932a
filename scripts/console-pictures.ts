// Makes the pictures of the console for README.md and docs/console.md from real runs with made-up data. Starts its own service.
// Usage: node scripts/console-pictures.ts
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { startApi } from '../src/api/main.ts';
import { loadConfig } from '../src/config.ts';
import { roles } from '../src/contract/roles.ts';
import { verticals } from '../src/governance/verticals/index.ts';
import { createLedger } from '../src/ledger/index.ts';
import { createLogger } from '../src/observability/logger.ts';
import { makeLink } from '../src/people/links.ts';
import { addPerson } from '../src/people/people.ts';
import { commandLine } from '../src/people/rows.ts';
import { silent } from '../src/process/progress.ts';
import { ensureConsole } from '../src/provision/console.ts';
import { startPostgres } from '../src/provision/postgres.ts';
import { ensureTemporalBinary } from '../src/provision/temporal-binary.ts';
import { startTemporal } from '../src/provision/temporal.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { migrate } from '../src/store/db/migrate.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { DIGEST_PURPOSE } from '../src/store/records/digest.ts';
import { installRuntime } from '../src/temporal/runtime.ts';
import { startWorker } from '../src/worker.ts';
import { ensureBrowser } from '../test/helpers/browser.ts';
import { REPLAY_KEYS } from '../test/helpers/replay-keys.ts';

const FOLDER = new URL('../docs/pictures/', import.meta.url);
/** Most bytes of a picture, so that all of them together stay below 600 kB. */
const MOST_BYTES = 80_000;

installRuntime((level, message) => console.error(level, message));
await ensureConsole();
const scratch = await mkdtemp(join(tmpdir(), 'pramaan-pictures-'));
const postgres = await startPostgres({ dataDir: join(scratch, 'postgres') });
const temporal = await startTemporal({
  binary: await ensureTemporalBinary(silent, process.env),
  logFile: join(scratch, 'temporal.log'),
});
await migrate(postgres.adminUrl);
const config = loadConfig({
  DATABASE_URL: postgres.url,
  TEMPORAL_ADDRESS: temporal.address,
  ENCRYPTION_KEYS: REPLAY_KEYS,
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '100000',
});
const log = createLogger('warn', 'pictures');
const api = await startApi(config, log);
const worker = await startWorker(config, log);
const pool = createPool(config.DATABASE_URL);
const db = createDatabase(pool);
const ledger = createLedger({ pool });
const demoRecords = new KeyRing(config.ENCRYPTION_KEYS, DIGEST_PURPOSE);
const { id: teamId } = await ensureTeam(db, { name: 'sample-insurance', demoRecords });
const { key } = await issueKey(db, { teamId, name: 'claims-portal' });

const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

interface Run {
  readonly id: string;
  readonly status: string;
  readonly ledger_ref: string;
}

const ended = async (id: string): Promise<Run> => {
  for (;;) {
    const run = await ask<Run>('GET', `/v1/workforce/runs/${id}`);
    if (run.status !== 'running') return run;
    await sleep(200);
  }
};

const start = async (vertical: keyof typeof verticals, id: string, more: object = {}): Promise<Run> => {
  const sample = { ...verticals[vertical].sample, id, ...more };
  return ended((await ask<Run>('POST', `/v1/workforce/verticals/${vertical}/runs`, { case: sample })).id);
};

const claim = await start('kyc', 'CLM-2001');
await start('kyc', 'CLM-2002', { amount: '₹ 9,50,000' });
await start('kyc', 'CLM-2003', { pan: 'not a pan' });
await start('it', 'TCK-410');
await start('support', 'TCK-411');
await start('voice', 'CALL-77');
await ask('POST', '/v1/govern/checkpoints');

const link = await db.transaction().execute(async (tx) => {
  const wanted = { teamId, name: 'Asha Sample', roles, rolesFrom: 'here' } as const;
  const person = await addPerson(tx, ledger, wanted, commandLine);
  return makeLink(tx, ledger, { teamId, personId: person!.id }, commandLine);
});
if (link === undefined || typeof link === 'string') throw new Error('no link');

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 780 }, locale: 'en-IN' });
page.setDefaultTimeout(120_000);
await page.goto(`${api.url}/v1/auth/link?token=${link.token}`);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.waitForURL('**/console');

/** Takes a picture as WebP, which Chromium makes itself. */
const take = async (name: string, of: Page = page): Promise<void> => {
  const session = await of.context().newCDPSession(of);
  const shot = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  const bytes = Buffer.from(shot.data, 'base64');
  if (bytes.length > MOST_BYTES) throw new Error(`${name}.webp has ${bytes.length} bytes`);
  await writeFile(new URL(`${name}.webp`, FOLDER), bytes);
  console.log(`${name}.webp ${bytes.length} bytes`);
};

await mkdir(FOLDER, { recursive: true });
await page.getByText('runs were started').waitFor();
await page.getByText('The chain holds.').waitFor();
await take('home');

await page.goto(`${api.url}/console/runs/${claim.id}`);
await page.getByText('db.write').first().waitFor();
await take('run');

await page.goto(`${api.url}/console/reviews`);
await page.getByRole('link', { name: 'Escalation · CLM-2003' }).click();
await page.getByRole('button', { name: 'Take this review' }).click();
await page.getByLabel('Approve').check();
await page.getByLabel('Amount to pay in rupees').fill('₹41,250');
await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
await take('review');

await page.goto(`${api.url}/console/ledger/proof?ref=${claim.ledger_ref}`);
const { keys } = await ask<{ keys: { vkey: string }[] }>('GET', '/v1/govern/keys');
await page.getByRole('button', { name: 'Fetch the receipt' }).click();
const receipt = page.getByLabel('Receipt', { exact: true });
await page.waitForFunction(`document.querySelector('textarea')?.value.includes('${claim.ledger_ref}')`);
await receipt.fill((await receipt.inputValue()).replace('Aadhaar valid', 'Aadhaar wrong'));
await page.getByLabel('Public key of the log').fill(keys[0]!.vkey);
await page.getByRole('button', { name: 'Check it here' }).click();
await page.getByText('1 row is forged.').waitFor();
await page.locator('li.forged').first().scrollIntoViewIfNeeded();
await take('proof');

await page.goto(`${api.url}/console/records/import`);
await page.getByLabel('CSV or JSON Lines file').setInputFiles({
  name: 'branch.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'पॉलिसी संख्या;status;cover_from;cover_to;sum_insured\n' +
      'HI-3001;active;01/04/2026;31/03/2027;₹ 5,00,000\nHI-3002;active;01/04/2026;31/03/2025;₹ 7.5 lakh\n',
  ),
});
await page.getByLabel('Column of the service: पॉलिसी संख्या').selectOption('number');
await page.getByRole('button', { name: 'Check the file' }).click();
await page.getByRole('table', { name: 'Errors by cell' }).waitFor();
await page.getByRole('table', { name: 'Errors by cell' }).scrollIntoViewIfNeeded();
await take('import');

await page.goto(`${api.url}/console/safety`);
await page.getByText('Nothing is suspended.').waitFor();
await page.getByLabel('Reason').fill('The model approves claims that it should not.');
await page.getByRole('button', { name: 'Stop', exact: true }).click();
await take('safety');

await page.setViewportSize({ width: 390, height: 780 });
await page.emulateMedia({ colorScheme: 'dark' });
await page.goto(`${api.url}/console`);
await page.getByLabel('Language').selectOption('hi');
await page.getByText('शृंखला अखंड है।').waitFor();
await take('phone');

await browser.close();
await worker.stop();
await api.stop();
await ledger.close();
await pool.end();
await temporal.stop(10_000);
await postgres.stop(10_000);
await rm(scratch, { recursive: true, force: true });
process.exit(0);
