import pg from 'pg';
import { expect, it } from 'vitest';
import { ensureTeam } from '../../src/keys/team.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { freePort } from '../../src/provision/ports.ts';
import { freshDatabase } from '../helpers/database.ts';
import { pramaan } from './run.ts';

const teamWithThreeEntries = async () => {
  const database = await freshDatabase();
  const team = await ensureTeam(database.db, { name: 'acme' });
  const ledger = createLedger({ pool: database.pool });
  for (const step of [1, 2, 3]) {
    await ledger.append({
      teamId: team.id,
      ledgerRef: 'wf-test',
      step,
      action: 'pii.scan',
      governance: 'screened',
      summary: 'nothing found',
      detail: {},
    });
  }
  await ledger.close();
  return database;
};

it('ends with 0 when the chain holds', async () => {
  const { url } = await teamWithThreeEntries();
  const ran = await pramaan({ DATABASE_URL: url }, 'ledger', 'verify', '--team', 'acme', '--json');
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, checked: 3, first_broken: null });
});

it('ends with 1 and names the first entry when one is missing', async () => {
  const { url, adminUrl } = await teamWithThreeEntries();
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  await owner.query("SET session_replication_role = 'replica'");
  const { rowCount } = await owner.query('DELETE FROM agent_actions WHERE seq = 2');
  await owner.end();
  expect(rowCount).toBe(1);
  const ran = await pramaan({ DATABASE_URL: url }, 'ledger', 'verify', '--team', 'acme', '--json');
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, first_broken: expect.any(Number) });
});

it('ends with 2, not 1, when it could not look', async () => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const ran = await pramaan({ DATABASE_URL: url }, 'ledger', 'verify', '--team', 'acme', '--json');
  expect(ran.code).toBe(2);
  expect(JSON.parse(ran.stdout)).toMatchObject({ error: expect.stringContaining('does not answer') });
});
