import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { prepare } from '../../../src/ledger/prepare-entry.ts';
import { actedBy } from '../../../src/ledger/index.ts';
import { storeOn } from '../../../src/ledger/statement.ts';
import { pramaan } from '../../cli/run.ts';
import { startTestApi } from '../../helpers/api.ts';
import { appendSteps, entryOf } from '../helpers.ts';
import { linesOf, openAudit } from './helpers.ts';

const rowsOf = (text: string) => linesOf(text).filter((line) => 'body' in line);

describe('Exports over HTTP and on the command line', () => {
  it(
    'the same export is available as JSON Lines and as OCSF and verifies offline',
    { timeout: 180_000 },
    async () => {
      const test = await openAudit(6);
      await appendSteps(test.ledger, 1, {
        ledgerRef: 'wf-3',
        action: 'egress.block',
        detail: { blocked: true },
        actor: actedBy({ kind: 'person', id: 'person_1', name: 'A. S.' }, { run_id: 'run_1' }),
      });
      const { actor: _, ...asBefore } = entryOf(1, { ledgerRef: 'scan-1' });
      await storeOn(test.database.pool, [prepare({ ...asBefore, actor: { key_id: 'key_1' } })]);
      const note = await test.sign();
      const [export_, ocsf, keys, checkpoint] = ['a.jsonl', 'a.ocsf.jsonl', 'keys.txt', 'cp.txt'].map(
        (name) => join(test.folder, name),
      );
      const env = { DATABASE_URL: test.database.url };
      await writeFile(keys!, test.keysOf('team_a'));
      await writeFile(checkpoint!, note);
      expect(await pramaan(env, 'ledger', 'export', '--team', 'a', '--out', export_!)).toMatchObject({
        code: 0,
      });
      expect(
        await pramaan(env, 'ledger', 'export', '--team', 'a', '--format', 'ocsf', '--out', ocsf!),
      ).toMatchObject({ code: 0 });
      const piped = await pramaan(env, 'ledger', 'export', '--team', 'a');
      // Each export is a row that the next one contains.
      expect(rowsOf(piped.stdout)).toEqual([
        ...rowsOf(await readFile(export_!, 'utf8')),
        expect.objectContaining({ action: 'ledger.exported' }),
        expect.objectContaining({ action: 'ledger.exported' }),
      ]);
      for (const file of [export_!, ocsf!]) {
        // The verifier needs only the files, neither a database nor settings.
        const ran = await pramaan({}, 'verify', file, '--key', keys!, '--checkpoint', checkpoint!);
        expect(ran).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(
            /Signed checkpoints cover the rows up to 8; [01] are newer\./,
          ) as string,
        });
        await promisify(execFile)('python3', [
          'docs/ledger/verify_export.py',
          file,
          '--key',
          keys!,
          '--checkpoint',
          checkpoint!,
        ]);
      }
      const events = linesOf(await readFile(ocsf!, 'utf8'));
      for (const event of events) {
        expect(event).toMatchObject({
          category_uid: 6,
          class_uid: 6003,
          type_uid: 600_300 + Number(event['activity_id']),
          severity_id: expect.any(Number) as number,
          time: expect.any(Number) as number,
          actor: { app_name: 'pramaan' },
          api: { operation: expect.any(String) as string },
          src_endpoint: { svc_name: 'pramaan' },
          metadata: { version: '1.3.0', product: { name: 'Pramaan', vendor_name: 'Pramaan' } },
        });
      }
      expect(events[7]).toMatchObject({
        activity_name: 'egress.block',
        status_id: 2,
        actor: { user: { uid: 'person_1', name: 'A. S.', type_id: 1 }, session: { uid: 'run_1' } },
        metadata: { sequence: 7, correlation_uid: 'wf-3' },
      });
      expect(events[8]).toMatchObject({ actor: { user: { uid: 'key_1', type_id: 99 } } });
      const tampered = (await readFile(export_!, 'utf8')).replace('Step 3', 'Step 9');
      await writeFile(export_!, tampered);
      const ran = await pramaan({}, 'verify', export_!, '--key', keys!, '--json');
      expect(ran.code).toBe(1);
      expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, kind: 'row_hash', seq: 3 });
      expect(await pramaan({}, 'verify', join(test.folder, 'none'), '--key', keys!)).toMatchObject({
        code: 2,
      });
      expect(await pramaan({}, 'verify', export_!, '--key', export_!)).toMatchObject({ code: 2 });
    },
  );

  it('the API streams the chain of the key’s team and no other', async () => {
    const api = await startTestApi();
    const { key, teamId } = await api.newTeam();
    const other = await api.newTeam();
    const { body } = await api.send<{ ledger_ref: string }>('POST', '/v1/govern/scan', {
      key,
      body: { text: 'PAN ABCPK1234L' },
    });
    await api.send('POST', '/v1/govern/scan', { key, body: { text: 'nothing' } });
    const get = async (query: string, bearer = key) =>
      fetch(`${api.url}/v1/govern/export${query}`, { headers: { authorization: `Bearer ${bearer}` } });
    const whole = await get('');
    expect(whole.headers.get('content-type')).toBe('application/x-ndjson');
    expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${teamId}-chain.jsonl"`);
    const lines = linesOf(await whole.text());
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({ team_id: teamId, scope: 'chain', head: { seq: 2 } });
    expect(linesOf(await (await get(`?ref=${body.ledger_ref}`)).text())).toHaveLength(3);
    expect((await get(`?ref=${body.ledger_ref}`, other.key)).status).toBe(404);
    expect(linesOf(await (await get('', other.key)).text())).toHaveLength(2);
    expect((await get('?ref=wf-none')).status).toBe(404);
    expect((await get('?under=7')).status).toBe(404);
    expect((await get(`?ref=${body.ledger_ref}&from=2026-01-01T00:00:00Z`)).status).toBe(422);
    expect((await get('?format=xml')).status).toBe(422);
    for (const time of [
      'yesterday',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00%2B23:00',
      `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
    ]) {
      expect((await get(`?from=${time}`)).status).toBe(422);
      expect((await get(`?to=${time}`)).status).toBe(422);
    }
    for (const time of ['0001-01-01T00:00:00%2B15:59', '9999-12-31T23:59:59.999999-15:59'])
      expect((await get(`?from=${time}`)).status).toBe(200);
    const { key: scanner } = await api.newKey(teamId, ['scan']);
    expect((await get('', scanner)).status).toBe(403);
  });
});
