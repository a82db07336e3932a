import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KINDS } from '../../../src/ledger/audit/finding.ts';
import { verifyExport } from '../../../src/ledger/audit/verify-export.ts';
import { parseKeyFile } from '../../../src/ledger/proofs/verifier-key.ts';
import { pramaan } from '../../cli/run.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/ledger/', import.meta.url));
const guide = await readFile(join(FOLDER, 'auditor.md'), 'utf8');

/** The guide's shell examples, each with the output that the guide shows. */
const examples = [...guide.matchAll(/^```sh\n([\s\S]*?)^```\n\n```json\n([\s\S]*?)^```/gm)].map(
  ([, script, shown]) => ({
    script: script!,
    shown: JSON.parse(shown!) as unknown,
  }),
);

describe('The auditor guide', () => {
  it('the guide shows the output that its commands print', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'guide-'));
    onTestFinished(async () => rm(scratch, { recursive: true }));
    expect(examples.length).toBeGreaterThanOrEqual(6);
    for (const { script, shown } of examples) {
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: FOLDER,
        env: { PATH: process.env['PATH'], SCRATCH: scratch, LANG: 'C.UTF-8' },
      });
      const text = stdout.trim();
      expect(text.startsWith('{') ? JSON.parse(text) : text, script).toEqual(shown);
    }
  });

  it('the guide contains an example export that the service’s own verifier accepts', async () => {
    const read = async (name: string) => readFile(join(FOLDER, 'example', name), 'utf8');
    const verdict = await verifyExport(createReadStream(join(FOLDER, 'example/export.jsonl')), {
      keys: parseKeyFile(await read('keys.txt')),
      checkpoints: [await read('checkpoint.txt')],
      receipts: [],
    });
    expect(verdict).toMatchObject({ ok: true, rows: 5, covered: 5 });
  });

  it('the guide contains a receipt that the command line verifies on its own and rejects after any change', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'guide-'));
    onTestFinished(async () => rm(scratch, { recursive: true }));
    const check = async (text: string) => {
      const file = join(scratch, 'receipt.json');
      await writeFile(file, text);
      const keys = join(FOLDER, 'example/keys.txt');
      const { code, stdout } = await pramaan({}, 'verify', '--receipt', file, '--key', keys, '--json');
      return [code, JSON.parse(stdout)];
    };
    const receipt = await readFile(join(FOLDER, 'example/receipt.json'), 'utf8');
    const held = { ledger_ref: 'wf-01a21f0000007000a000000000000001', team_id: 'team_vectors' };
    expect(await check(receipt)).toEqual([
      0,
      { ok: true, receipts: [{ ok: true, ...held, rows: [1, 2], size: 5 }] },
    ]);
    expect(await check(receipt.replace('Found 1 pan', 'Found 2 pan'))).toMatchObject([
      1,
      { ok: false, receipts: [{ ok: false, seq: 2 }] },
    ]);
    expect(await check(receipt.replace('\\n5\\n', '\\n6\\n'))).toMatchObject([1, { ok: false }]);
    expect(await check('{}')).toMatchObject([2, {}]);
  });

  it('the guide names every kind of finding', () => {
    for (const kind of KINDS) expect(guide).toMatch(new RegExp(`^\\| \`${kind}\` `, 'm'));
  });

  it('the guide describes a Python verifier of at most 200 lines that imports only the standard library', async () => {
    const program = await readFile(join(FOLDER, 'verify_export.py'), 'utf8');
    expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
    expect(program.match(/^(?:import|from) .*$/gm)).toEqual([
      'import base64, functools, hashlib, itertools, json, re, sys',
    ]);
  });
});
