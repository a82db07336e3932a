import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bodyOf, type NewEntry } from '../../src/ledger/entry.ts';
import { prepare } from '../../src/ledger/prepare-entry.ts';
import { openLedger } from './helpers.ts';

interface Vectors {
  readonly team_id: string;
  readonly genesis: string;
  readonly entries: readonly {
    readonly input: Omit<NewEntry, 'teamId'>;
    readonly id: string;
    readonly created_at: string;
    readonly body: string;
    readonly prev_hash: string;
    readonly row_hash: string;
  }[];
}

const file = (name: string): string => new URL(`../../docs/ledger/${name}`, import.meta.url).pathname;
const text = await readFile(file('vectors.json'), 'utf8');
const { team_id: teamId, genesis, entries } = JSON.parse(text) as Vectors;
const python = promisify(execFile);

describe('The test vectors', () => {
  it('the vectors match the service’s own results for their inputs', () => {
    const bodies = entries.map(({ input, id, created_at }, index) => {
      const { ledgerRef, step, action, idemKey, content } = prepare({ teamId, ...input });
      const columns = {
        action,
        created_at,
        id,
        idem_key: idemKey,
        ledger_ref: ledgerRef,
        seq: index + 1,
        step,
      };
      return bodyOf({ ...columns, team_id: teamId }, content);
    });
    expect(bodies).toEqual(entries.map(({ body }) => body));
  });

  it('the vectors match the database’s results and form a chain that verifies', async () => {
    const { admin, ledger } = await openLedger();
    await admin.query("INSERT INTO teams (id, name) VALUES ($1, 'vectors')", [teamId]);
    for (const [index, entry] of entries.entries()) {
      const { ledgerRef, step, action, idemKey, content } = prepare({ teamId, ...entry.input });
      const { rows } = await admin.query<{ row_hash: string; body: string }>(
        `INSERT INTO agent_actions (team_id, seq, created_at, step, id, ledger_ref, action, idem_key, body, prev_hash, row_hash)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, n.body, $10, ledger_chain($10, n.body) FROM (
           SELECT agent_action_columns($1, $2, $3, $4, 1::smallint, $5, $6, $7, $8) || $9 || '}' AS body) AS n
         GROUP BY n.body RETURNING encode(row_hash, 'hex') AS row_hash, body`,
        [
          teamId,
          index + 1,
          entry.created_at,
          step,
          entry.id,
          ledgerRef,
          action,
          idemKey,
          content,
          Buffer.from(entry.prev_hash, 'hex'),
        ],
      );
      expect(rows).toEqual([{ row_hash: entry.row_hash, body: entry.body }]);
    }
    const last = Buffer.from(entries.at(-1)?.row_hash ?? '', 'hex');
    await admin.query('UPDATE ledger_heads SET seq = $1, row_hash = $2 WHERE team_id = $3', [
      entries.length,
      last,
      teamId,
    ]);
    expect(await ledger.verify(teamId)).toMatchObject({ ok: true, checked: entries.length });
    expect(genesis).toBe(entries[0]?.prev_hash);
  });

  it('the vectors start with the documentation’s example', async () => {
    const page = await readFile(new URL('../../docs/ledger.md', import.meta.url), 'utf8');
    const [first] = entries;
    for (const part of [first?.prev_hash, first?.body, first?.row_hash]) expect(page).toContain(` ${part}\n`);
  });

  it('the vectors verify in a program that shares no code with the service', async () => {
    const { stdout } = await python('python3', [file('verify_vectors.py')]);
    expect(stdout).toBe('all vectors hold\n');
  });

  it.each([
    ['a word of a body', 'Found 1 pan', 'Found 2 pan'],
    ['a time', '10:00:00.007Z', '10:00:00.008Z'],
    ['the genesis', `"genesis": "${genesis.slice(0, 2)}`, '"genesis": "zz'],
    ['a hash', `"row_hash": "${entries[2]?.row_hash.slice(0, 2)}`, '"row_hash": "zz'],
    ['the team', '"team_vectors"', '"team_vector"'],
  ])('the vectors fail in that program when %s is changed', async (_, from, to) => {
    const folder = await mkdtemp(join(tmpdir(), 'vectors-'));
    onTestFinished(async () => rm(folder, { recursive: true }));
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    await writeFile(join(folder, 'changed.json'), changed);
    await expect(
      python('python3', [file('verify_vectors.py'), join(folder, 'changed.json')]),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^fault: /) as string,
    });
  });

  it('a program of at most 40 lines checks the vectors', async () => {
    const lines = (await readFile(file('verify_vectors.py'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
  });
});
