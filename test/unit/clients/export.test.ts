import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ForgedError, verifyExport, verifyReceipt } from '../../../clients/typescript/src/index.ts';
import { createSigner } from '../../../src/ledger/proofs/signer.ts';
import { formatVerifierKey, SIGNATURE_TYPE, verifierKey } from '../../../src/ledger/proofs/verifier-key.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/ledger/example/${name}`, import.meta.url), 'utf8');
const [text, keys, kept] = [read('export.jsonl'), read('keys.txt'), read('checkpoint.txt')];
const lines = text.trimEnd().split('\n');

const verify = async (changed: string, checkpoints: readonly string[] = [kept]) =>
  verifyExport([Buffer.from(changed)], { keys, checkpoints });

it('the client verifies the example of the auditor’s page, in chunks of any size', async () => {
  const proved = { team_id: 'team_vectors', scope: 'chain', rows: 5, last: 5, covered: 5, newer: 0 };
  expect(await verify(text)).toEqual(proved);
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) =>
    bytes.subarray(n * 7, n * 7 + 7),
  );
  expect(await verifyExport(chunks, { keys })).toEqual(proved);
  expect(await verifyReceipt(read('receipt.json'), keys)).toEqual({ size: 5 });
});

it.for<[fault: string, change: () => string]>([
  ['row_hash at row 2', () => text.replace('Found 1 pan', 'Found 2 pan')],
  ['gap at row 3', () => lines.toSpliced(2, 1).join('\n')],
  ['order at row 2', () => [...lines.slice(0, 4), lines[2], ...lines.slice(4)].join('\n')],
  ['cut_off at row 6', () => lines.slice(0, -1).join('\n')],
  ['unreadable', () => `${text}${lines.at(-1)}`],
  ['unreadable', () => lines.toSpliced(1, 1, '{').join('\n')],
  [
    'column_mismatch at row 1',
    () => lines.map((line, n) => (n === 1 ? line.replace('"step":1', '"step":2') : line)).join('\n'),
  ],
  ['head_mismatch at row 5', () => text.replace(/("head":\{"seq":)5/, '$14')],
])('an export with a fault is refused: %s', async ([fault, change]) => {
  const refused = await verify(change()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ForgedError);
  expect((refused as Error).message).toBe(`the export does not verify: ${fault}`);
});

it('an export without the rows that a kept checkpoint covers is refused', async () => {
  const last = JSON.parse(lines[2]!) as { row_hash: string };
  const short = lines
    .toSpliced(3, 3)
    .join('\n')
    .replace('"rows":5', '"rows":2')
    .replace(/"checkpoint":"[^"]*"/, '"checkpoint":null')
    .replace(/"head":\{[^}]*\}/, `"head":{"seq":2,"row_hash":"${last.row_hash}"}`);
  await expect(verify(short)).rejects.toThrow('truncated at row 3');
});

it('the result shows whether an export is a part, and whether anybody signed it', async () => {
  const part = await verify(text.replace('"scope":"chain"', '"scope":"segment"'));
  expect(part).toMatchObject({ scope: 'segment', covered: 5 });
  const unsigned = text.replace(/"checkpoint":"[^"]*"/, '"checkpoint":null');
  expect(await verify(unsigned, [])).toMatchObject({ scope: 'chain', covered: 0, newer: 5 });
});

it('keys of another log, or none, prove nothing', async () => {
  await expect(verifyExport([Buffer.from(text)], { keys: '' })).rejects.toThrow('not the verifier keys');
  const { publicKey } = createSigner(Buffer.alloc(32, 8));
  const wrong = formatVerifierKey(verifierKey('pramaan.local/team_vectors', SIGNATURE_TYPE.note, publicKey));
  await expect(verifyExport([Buffer.from(text)], { keys: wrong })).rejects.toThrow('checkpoint_signature');
});
