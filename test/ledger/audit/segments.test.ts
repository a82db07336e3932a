import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pramaan } from '../../cli/run.ts';
import { appendSteps } from '../helpers.ts';
import { age, disarm, openAudit } from './helpers.ts';

/** Opens a chain of 12 rows: rows 1 to 8 are 400 days old and have their own checkpoint; the rest are new. */
const openOld = async () => {
  const old = await openAudit(8);
  await age(old, 8, 400);
  await old.sign();
  await appendSteps(old.ledger, 12);
  await old.sign();
  await writeFile(join(old.folder, 'keys.txt'), old.keysOf('team_a'));
  const owner = { DATABASE_MIGRATION_URL: old.database.adminUrl };
  const keys = join(old.folder, 'keys.txt');
  const seal = async (...more: string[]) =>
    pramaan(owner, 'ledger', 'seal', '--team', 'a', '--key', keys, '--out', old.folder, '--json', ...more);
  const prune = async (file: string) =>
    pramaan(owner, 'ledger', 'prune', '--team', 'a', '--key', keys, '--file', file, '--json');
  return { ...old, seal, prune };
};

describe('Sealing and pruning old rows', () => {
  it('A61: pruned rows move to a sealed file, and both the file and the chain remain provable', async () => {
    const test = await openOld();
    const sealed = await test.seal();
    expect(sealed.code).toBe(0);
    const { file, rows } = JSON.parse(sealed.stdout) as { file: string; rows: number };
    expect(rows).toBe(8);
    expect(JSON.parse((await test.seal()).stdout)).toMatchObject({ sealed: null });
    const before = await test.ledger.verify('team_a');
    expect(before).toMatchObject({ ok: true, checked: 13 });

    const pruned = await test.prune(file);
    expect(JSON.parse(pruned.stdout)).toMatchObject({ removed: 8, last: 8 });
    expect(await test.ledger.verify('team_a')).toEqual({
      ok: true,
      checked: 6,
      first_broken: null,
      reason: null,
    });
    const note = await test.sign();
    expect(await test.judge(await readFile(file, 'utf8'))).toMatchObject({
      ok: true,
      rows: 8,
      last: 8,
      covered: 8,
    });
    const rest = await test.export();
    expect(await test.judge(rest, { checkpoints: [note] })).toMatchObject({
      ok: true,
      rows: 6,
      last: 14,
      covered: 14,
    });
    expect(rest).toContain('"action":"ledger.seal"');
    expect(rest).toContain('"action":"ledger.prune"');
    // The remaining rows are still checked against the checkpoints that cover all rows.
    const line = rest.split('\n').findIndex((text) => text.includes('"seq":10,'));
    const without = rest.split('\n').toSpliced(line, 1).join('\n');
    expect(await test.judge(without)).toEqual({ ok: false, kind: 'gap', seq: 11 });
    const header = JSON.parse(rest.split('\n')[0]!) as { base: { peaks: string[] } };
    header.base.peaks[0] = Buffer.alloc(32, 1).toString('base64');
    const forged = [JSON.stringify(header), ...rest.split('\n').slice(1)].join('\n');
    expect(await test.judge(forged)).toEqual({ ok: false, kind: 'base', seq: 8 });
    expect((await test.prune(file)).code).toBe(2);
  });

  it('A09: rows are pruned only if they are sealed and old enough and their file is unchanged', async () => {
    const test = await openOld();
    const drop = async (where: string) =>
      test.admin.query(`DELETE FROM agent_actions WHERE team_id = 'team_a' AND ${where}`);
    await expect(drop('seq = 1')).rejects.toThrow('is refused');
    expect((await test.seal('--older-than-days', '179')).code).toBe(2);
    const { file } = JSON.parse((await test.seal()).stdout) as { file: string };
    await expect(drop('seq <= 9')).rejects.toThrow('is refused');
    await expect(drop('seq = 13')).rejects.toThrow('is refused');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('Step 3', 'Step 4'));
    expect((await test.prune(file)).code).toBe(2);
    expect(await test.ledger.verify('team_a')).toMatchObject({ ok: true, checked: 13 });
  });

  it('the service is not allowed to seal or prune rows', async () => {
    const test = await openOld();
    for (const call of [
      "seal_ledger_segment('team_a', 8, sha256('x'), 1)",
      "prune_ledger_segment('team_a', 8)",
    ]) {
      await expect(test.database.pool.query(`SELECT ${call}`)).rejects.toMatchObject({ code: '42501' });
    }
    const ran = await pramaan(
      {},
      'ledger',
      'seal',
      '--team',
      'a',
      '--key',
      join(test.folder, 'keys.txt'),
      '--out',
      test.folder,
    );
    expect(ran).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("database owner's rights") as string,
    });
  });

  it('rows that do not verify are not sealed', async () => {
    const test = await openOld();
    await disarm(test.admin);
    await test.admin.query(
      "UPDATE agent_actions SET body = replace(body, 'Step 3', 'Step 4') WHERE team_id = 'team_a' AND seq = 3",
    );
    const sealed = await test.seal();
    expect(sealed.code).toBe(1);
    expect(JSON.parse(sealed.stdout)).toMatchObject({ verdict: { kind: 'row_hash', seq: 3 } });
    expect(await readdir(test.folder)).toEqual(['keys.txt']);
    await test.admin.query('TRUNCATE agent_actions');
    expect(JSON.parse((await test.seal()).stdout)).toMatchObject({ sealed: null });
  });
});
