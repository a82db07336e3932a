import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { issueKey } from '../../src/store/keys/store.ts';
import { createRecords } from '../helpers/records.ts';
import { expectText, SLOW, useConsole } from './use-console.ts';

/** Its rows are changed behind the service's back, so its ledger still holds, and nothing else has to. */
const { service, visit } = await useConsole({ worker: false });

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

/** Puts markup into each text column of a table that lets it in. @returns the columns that hold it now */
const mark = async (table: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = ${table} AND data_type = 'text' AND column_name NOT IN ('team_id', 'id', 'run_id', 'key',
      'status', 'state', 'decision', 'kind', 'vertical', 'digest_key')`.execute(service.database.db);
  const marked: string[] = [];
  for (const { name } of rows) {
    const statement = `UPDATE ${table} SET ${name} = '${MARKUP}' WHERE team_id = '${service.teamId}'`;
    try {
      await service.admin(statement);
      marked.push(name);
    } catch {
      // A check of the database keeps markup out.
    }
  }
  return marked;
};

const KINDS = [
  'policies',
  'hospitals',
  'accounts',
  'callers',
  'products',
  'members',
  'claims',
  'payouts',
  'tickets',
  'messages',
] as const;

it('markup in every field of records, of the ledger and of settings stays text', SLOW, async () => {
  const { database, teamId } = service;
  const { id } = await service.startRun('voice', { id: MARKUP });
  const keys = await createRecords(database.db, teamId, id);
  let columns = 0;
  for (const kind of KINDS) columns += (await mark(kind)).length;
  expect(columns).toBeGreaterThan(12);
  await issueKey(database.db, { teamId, name: MARKUP, scopes: ['runs:read'] });
  const page = await visit({ roles: ['admin', 'safety'], name: MARKUP });
  const expectInert = async (path: string, shown: string | RegExp): Promise<void> => {
    await page.goto(`${service.url}/console${path}`);
    await expectText(page, shown);
    expect(await page.locator('main img, main script').count(), path).toBe(0);
    expect(await page.title(), path).toContain('Pramaan');
  };
  for (const kind of ['hospitals', 'callers', 'products', 'messages'] as const)
    await expectInert(`/records?kind=${kind}`, 'onerror=');
  for (const kind of KINDS)
    await expectInert(
      `/records/${kind}/${encodeURIComponent(keys[kind]!)}`,
      /onerror=|There is nothing with this id/,
    );
  await expectInert('/settings/keys', 'onerror=');
  await expectInert('/settings/people', 'onerror=');
  await expectInert('/settings/sessions', 'onerror=');
  await page.goto(`${service.url}/console/safety`);
  await page.getByLabel('Reason').fill(MARKUP);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Yes: Stop' }).click();
  await expectInert('/safety', 'onerror=');
  await page.getByRole('button', { name: 'Resume: Everything' }).click();
  await page.getByLabel('Reason').first().fill(MARKUP);
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expectText(page, 'Nothing is suspended.');
  await page.goto(`${service.url}/console/safety/systems`);
  await page.getByRole('button', { name: 'Edit: operators' }).click();
  await page.getByLabel('Who answers for it').fill(MARKUP);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectInert('/safety/systems', 'onerror=');
  await page.goto(`${service.url}/console/records/import`);
  await page.getByLabel('CSV or JSON Lines file').setInputFiles({
    name: `${MARKUP.replaceAll('/', '')}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`number,${MARKUP}\n${MARKUP},${MARKUP}`),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expectText(page, 'is not one of the columns');
  expect(await page.locator('main img, main script').count()).toBe(0);
});
