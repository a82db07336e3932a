import { describe, expect, it } from 'vitest';
import type { RowLine } from '../../../src/ledger/audit/export-line.ts';
import { publishKeys } from '../../../src/ledger/log-keys.ts';
import { proveEntries } from '../../../src/ledger/prove.ts';
import { signCheckpoint } from '../../../src/ledger/sign.ts';
import { appendSteps, entryOf } from '../helpers.ts';
import { latestNote, linesOf, openAudit } from './helpers.ts';

describe('An export', () => {
  it('an export contains every stored body byte for byte, whatever its text', async () => {
    const test = await openAudit(1);
    const odd = 'line\u2028separator \u0085 \u00e9 e\u0301 "quoted\\" 🙏 \ufeff';
    await test.ledger.append(entryOf(2, { summary: odd, detail: { '\u2029': odd } }));
    await test.sign();
    const text = await test.export();
    const { rows } = await test.admin.query<{ body: string }>(
      "SELECT body FROM agent_actions WHERE team_id = 'team_a' ORDER BY seq",
    );
    expect(linesOf(text).flatMap((line) => ('body' in line ? [line['body']] : []))).toEqual(
      rows.map(({ body }) => body),
    );
    expect(await test.judge(text)).toMatchObject({ ok: true, rows: 2, covered: 2 });
  });

  it('an export reports the rows that no checkpoint covers yet', async () => {
    const test = await openAudit(5);
    expect(await test.judge(await test.export())).toMatchObject({ ok: true, covered: 0, newer: 5 });
    await test.sign();
    await appendSteps(test.ledger, 7);
    expect(await test.judge(await test.export())).toMatchObject({ ok: true, rows: 7, covered: 5, newer: 2 });
  });

  it('the export of a team without rows verifies', async () => {
    const test = await openAudit(1);
    await test.admin.query("INSERT INTO teams (id, name) VALUES ('team_new', 'new')");
    const text = await test.export({ kind: 'chain' }, { teamId: 'team_new' });
    expect(await test.judge(text)).toMatchObject({ ok: true, rows: 0, last: 0 });
  });

  it('an export over several batches of rows has no gaps', async () => {
    const test = await openAudit(0);
    await Promise.all(Array.from({ length: 2_050 }, async (_, step) => test.ledger.append(entryOf(step))));
    await test.sign();
    expect(await test.judge(await test.export())).toMatchObject({ ok: true, rows: 2_050, covered: 2_050 });
  });

  it('the export of one ref proves its rows without revealing others', async () => {
    const test = await openAudit(6);
    await appendSteps(test.ledger, 2, { ledgerRef: 'wf-2' });
    await appendSteps(test.ledger, 9);
    await appendSteps(test.ledger, 3, { ledgerRef: 'wf-2' });
    await test.sign();
    const text = await test.export({ kind: 'ref', ref: 'wf-2' });
    expect(linesOf(text).flatMap((line) => line['seq'] ?? [])).toEqual([7, 8, 12]);
    expect(text).not.toContain('wf-1/');
    expect(await test.judge(text)).toMatchObject({ ok: true, rows: 3, covered: 12, newer: 0 });
    const changed = text.replace('Step 2', 'Step 7');
    expect(await test.judge(changed)).toEqual({ ok: false, kind: 'row_hash', seq: 8 });
    const [header, first, second, third, end] = text.trimEnd().split('\n');
    const swapped = [header, second, first, third, end].join('\n');
    expect(await test.judge(swapped)).toEqual({ ok: false, kind: 'order', seq: 7 });
    const bare = JSON.parse(second ?? '') as RowLine;
    const { inclusion: _, ...unproven } = bare;
    expect(await test.judge([header, first, JSON.stringify(unproven), third, end].join('\n'))).toEqual({
      ok: false,
      kind: 'proof',
      seq: 8,
    });
  });

  it('the export of a time range contains exactly the rows from that time, and the last proof confirms it', async () => {
    const test = await openAudit(4);
    const {
      rows: [cut],
    } = await test.admin.query<{ at: string }>("SELECT to_json(clock_timestamp()) #>> '{}' AS at");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await appendSteps(test.ledger, 8);
    await test.sign();
    const late = await test.export({ kind: 'range', from: cut!.at });
    expect(linesOf(late).flatMap((line) => line['seq'] ?? [])).toEqual([5, 6, 7, 8]);
    expect(await test.judge(late)).toMatchObject({ ok: true, rows: 4, covered: 8, newer: 0 });
    const early = await test.export({ kind: 'range', to: cut!.at });
    expect(linesOf(early).flatMap((line) => line['seq'] ?? [])).toEqual([1, 2, 3, 4]);
    expect(await test.judge(early)).toMatchObject({ ok: true, rows: 4, covered: 4 });
    const lines = late.trimEnd().split('\n');
    expect(await test.judge([lines[0], ...lines.slice(2)].join('\n'))).toEqual({
      ok: false,
      kind: 'gap',
      seq: 6,
    });
    const { after, ...rest } = JSON.parse(lines[0]!) as { after: object };
    const moved = JSON.stringify({ ...rest, after: { ...after, seq: 5 } });
    expect(await test.judge([moved, ...lines.slice(2, 5), '{"end":true,"rows":3}'].join('\n'))).toEqual({
      ok: false,
      kind: 'prev_hash',
      seq: 6,
    });
    expect(
      await test.judge(await test.export({ kind: 'range', from: '2999-01-01T00:00:00Z' })),
    ).toMatchObject({ ok: true, rows: 0 });
  });

  it.each([
    ['its end line', (lines: string[]) => lines.slice(0, -1), { kind: 'cut_off', seq: 7 }],
    [
      'its last rows',
      (lines: string[]) => [...lines.slice(0, 5), ...lines.slice(-1)],
      { kind: 'cut_off', seq: 5 },
    ],
    [
      'half of a line',
      (lines: string[]) => [...lines.slice(0, 4), lines[4]!.slice(0, 99)],
      { kind: 'unreadable', seq: null },
    ],
    ['its header', (lines: string[]) => lines.slice(1), { kind: 'unreadable', seq: null }],
    ['a row in the middle', (lines: string[]) => lines.toSpliced(3, 1), { kind: 'gap', seq: 4 }],
    ['everything', () => [''], { kind: 'unreadable', seq: null }],
  ])('an export that lost %s is rejected', async (_, damage, said) => {
    const test = await openAudit(6);
    await test.sign();
    const lines = (await test.export()).trimEnd().split('\n');
    expect(await test.judge(damage(lines).join('\n'))).toEqual({ ok: false, ...said });
  });

  it.each([
    ['a duplicate row', (lines: string[]) => lines.toSpliced(3, 0, lines[2]!), { kind: 'order', seq: 2 }],
    [
      'an invalid end line',
      (lines: string[]) => [...lines.slice(0, -1), '{"end":1,"rows":6}'],
      { kind: 'unreadable', seq: null },
    ],
    [
      'a header that lacks a field',
      (lines: string[]) => lines.with(0, lines[0]!.replace('"base":null,', '')),
      { kind: 'unreadable', seq: null },
    ],
    ['a row after the end', (lines: string[]) => [...lines, lines[2]!], { kind: 'unreadable', seq: null }],
  ])('an export with %s is rejected', async (_, damage, said) => {
    const test = await openAudit(6);
    await test.sign();
    const lines = (await test.export()).trimEnd().split('\n');
    expect(await test.judge(damage(lines).join('\n'))).toEqual({ ok: false, ...said });
  });
});

describe('Evidence from outside', () => {
  it('A44, A45: an older checkpoint exposes a history that was rewritten and signed again with the right key', async () => {
    const test = await openAudit(8);
    const kept = await test.sign();
    const rewritten = await openAudit(8);
    await rewritten.ledger.append(entryOf(9));
    // The administrator has the key and signs the rewritten history with it.
    await rewritten.admin.query('DELETE FROM ledger_keys');
    const { originBase, signers } = test.signing;
    const { pool } = rewritten.database;
    await publishKeys(
      pool,
      originBase,
      signers.map(({ publicKey }) => publicKey),
    );
    await signCheckpoint({ pool, originBase, signers }, 'team_a');
    const text = await rewritten.export();
    const keys = test.keysOf('team_a');
    expect(await test.judge(text, { keys })).toMatchObject({ ok: true, covered: 9 });
    expect(await test.judge(text, { keys, checkpoints: [kept] })).toEqual({
      ok: false,
      kind: 'checkpoint_root',
      seq: 1,
    });
    // Two auditors who compare checkpoints of the same size expose a log that shows two histories, whatever the export contains.
    await test.ledger.append(entryOf(9, { summary: 'another ninth row' }));
    const checkpoints = [await test.sign(), await latestNote(pool)];
    expect(await test.judge(await test.export(), { keys, checkpoints })).toEqual({
      ok: false,
      kind: 'checkpoint_root',
      seq: null,
    });
  });

  it('A13: a client’s receipt shows that rows after the last known checkpoint were removed', async () => {
    const test = await openAudit(8);
    const kept = await test.sign();
    await appendSteps(test.ledger, 2, { ledgerRef: 'wf-2' });
    await test.sign();
    const entries = await test.ledger.read('team_a', 'wf-2');
    const { receipt } = await proveEntries(test.database.pool, {
      teamId: 'team_a',
      ledgerRef: 'wf-2',
      entries,
    });
    await test.admin
      .query(`SET session_replication_role = 'replica'; DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > 8;
      DELETE FROM ledger_checkpoints WHERE size > 8;
      UPDATE ledger_heads SET (seq, row_hash) = (SELECT seq, row_hash FROM agent_actions WHERE team_id = 'team_a' AND seq = 8) WHERE team_id = 'team_a'`);
    const text = await test.export();
    expect(await test.judge(text, { checkpoints: [kept] })).toMatchObject({ ok: true, covered: 8, newer: 0 });
    expect(await test.judge(text, { checkpoints: [kept], receipts: [receipt!] })).toEqual({
      ok: false,
      kind: 'truncated',
      seq: 9,
    });
    const [row, ...others] = receipt!.rows;
    const forged = { ...receipt!, rows: [{ ...row!, body: row!.body.replace('Step', 'Stop') }, ...others] };
    expect(await test.judge(text, { receipts: [forged] })).toEqual({ ok: false, kind: 'receipt', seq: 9 });
  });

  it.each([
    [
      'signed by an unknown key',
      (note: string) => note,
      (keys: string) => keys.replace(/\+[0-9a-f]{8}\+.*/, ''),
      null,
    ],
    [
      'changed after signing',
      (note: string) => note.replace(/\n6\n/, '\n5\n'),
      (keys: string) => keys,
      'checkpoint_signature',
    ],
    [
      'signed for another team',
      (note: string) => note.replace('team_a\n', 'team_b\n'),
      (keys: string) => keys,
      'checkpoint_team',
    ],
    ['with another format', () => 'hello\n', (keys: string) => keys, 'checkpoint_format'],
  ])('a checkpoint %s is rejected', async (_, change, keysOf, kind) => {
    const test = await openAudit(6);
    const note = await test.sign();
    const text = await test.export();
    const other = await openAudit(1);
    const keys = kind === null ? other.keysOf('team_a') : keysOf(test.keysOf('team_a'));
    expect(await test.judge(text, { keys, checkpoints: [change(note)] })).toEqual({
      ok: false,
      kind: kind ?? 'checkpoint_signature',
      seq: null,
    });
  });
});
