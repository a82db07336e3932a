import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportLines } from '../../src/ledger/audit/export.ts';
import type { HeaderLine, RowLine } from '../../src/ledger/audit/export-line.ts';
import type { Selection } from '../../src/ledger/audit/selection.ts';
import { latestCheckpoint } from '../../src/ledger/checkpoints.ts';
import { proveConsistency, proofSince } from '../../src/ledger/prove.ts';
import { openCheckpoint } from '../../src/ledger/proofs/checkpoint.ts';
import { formatVerifierKey, parseVerifierKey } from '../../src/ledger/proofs/verifier-key.ts';
import { createCosigner } from '../../src/ledger/witnesses/cosigner.ts';
import { type ReportShipment, shipLatest } from '../../src/ledger/witnesses/ship.ts';
import { buildJudges, hasGo, type Judges, type RunningWitness } from '../helpers/judges.ts';
import { appendSteps, entryOf } from './helpers.ts';
import { CHANGE_ROW_2, openSigned, REWRITE, type Signed, tamper } from './signed.ts';

const there = await hasGo();
if (!there) {
  process.stderr.write(
    '\nTHE JUDGES ARE SKIPPED: there is no Go on this machine (https://go.dev/dl), so nobody else has checked the proofs\n\n',
  );
}

let judges: Judges;
beforeAll(async () => {
  if (there) judges = await buildJudges();
}, 600_000);
afterAll(async () => judges?.close());

const latest = async ({ pool }: Signed) => (await latestCheckpoint(pool, 'team_a'))!;
const vkeysOf = async ({ keys }: Signed): Promise<readonly string[]> => (await keys()).map(formatVerifierKey);
const rowHashesOf = async ({ pool }: Signed): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ row_hash: Buffer }>(
    "SELECT row_hash FROM agent_actions WHERE team_id = 'team_a' ORDER BY seq",
  );
  return rows.map(({ row_hash }) => row_hash.toString('base64'));
};

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** Reads an export as its recipient does, parsing each line from JSON. */
const exported = async ({ pool }: Signed, selection: Selection) => {
  const lines: string[] = [];
  for await (const line of exportLines(pool, { teamId: 'team_a', selection }))
    lines.push(JSON.stringify(line));
  const [header, ...rows] = lines.slice(0, -1).map((line): unknown => JSON.parse(line));
  return { note: (header as HeaderLine).checkpoint, rows: rows as readonly RowLine[] };
};

/** Returns a copy of a claim in which one bit of the n-th hash is changed. */
const damaged = <T extends { readonly proof: readonly string[] }>(claim: T, nth: number): T => {
  const bytes = Buffer.from(claim.proof[nth]!, 'base64');
  bytes[7]! ^= 1;
  return { ...claim, proof: claim.proof.with(nth, bytes.toString('base64')) };
};

interface ProofVectors {
  readonly vkey: string;
  readonly checkpoints: readonly {
    readonly size: number;
    readonly root: string;
    readonly checkpoint: string;
  }[];
  readonly inclusion: readonly { readonly seq: number; readonly proof: readonly string[] }[];
  readonly consistency: readonly {
    readonly from: number;
    readonly to: number;
    readonly proof: readonly string[];
  }[];
}

const docs = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../docs/ledger/${name}`, import.meta.url), 'utf8'));

describe.skipIf(!there)('Independent verifiers (x/mod sumdb, transparency-dev/merkle)', () => {
  it('the verifiers accept the documentation’s test vectors', async () => {
    const { entries } = (await docs('vectors.json')) as { entries: readonly { readonly row_hash: string }[] };
    const { vkey, checkpoints, inclusion, consistency } = (await docs('proof-vectors.json')) as ProofVectors;
    const rowHashes = entries.map(({ row_hash }) => Buffer.from(row_hash, 'hex').toString('base64'));
    const [three, five] = checkpoints;
    const from3to5 = consistency.find(({ from, to }) => from === 3 && to === 5)!;
    const verdicts = await judges.judge([
      ...checkpoints.map(({ size, checkpoint }) => ({
        kind: 'tree',
        note: checkpoint,
        vkeys: [vkey],
        row_hashes: rowHashes.slice(0, size),
      })),
      ...inclusion.map(({ seq, proof }) => ({
        kind: 'inclusion',
        note: five!.checkpoint,
        vkeys: [vkey],
        index: seq - 1,
        row_hash: rowHashes[seq - 1],
        proof,
      })),
      { kind: 'consistency', ...from3to5, from_root: three!.root, to_root: five!.root },
    ]);
    expect(verdicts).toEqual(Array.from({ length: 8 }, () => 'ok'));
  });

  it('the verifiers accept the checkpoint, tree, rows and size pairs but reject any changed bit', async () => {
    const test = await openSigned();
    await Promise.all(
      Array.from({ length: 300 }, async (_, step) =>
        test.ledger.append(entryOf(step, { ledgerRef: `wf-${step % 4}` })),
      ),
    );
    await test.sign();
    const vkeys = await vkeysOf(test);
    const { note } = await latest(test);
    const rowHashes = await rowHashesOf(test);
    const { receipt } = await test.prove('wf-1');
    const inclusions = receipt!.rows.map(({ seq, row_hash, inclusion }) => ({
      kind: 'inclusion',
      note,
      vkeys,
      index: seq - 1,
      row_hash: Buffer.from(row_hash, 'hex').toString('base64'),
      proof: inclusion,
    }));
    const pairs = [1, 2, 3, 7, 64, 255, 256, 257, 299].flatMap((from) =>
      [300, from + 1].map((to) => ({ from, to })),
    );
    const consistencies = await Promise.all(
      pairs.map(async ({ from, to }) => {
        const proof = await proveConsistency(test.pool, 'team_a', { from, to });
        return {
          kind: 'consistency',
          from,
          to,
          from_root: proof.from.root.toString('base64'),
          to_root: proof.to.root.toString('base64'),
          proof: proof.proof.map((hash) => hash.toString('base64')),
        };
      }),
    );
    const sound = [
      { kind: 'note', note, vkeys },
      { kind: 'tree', note, vkeys, row_hashes: rowHashes },
      ...inclusions,
      ...consistencies,
    ];
    expect([...new Set(await judges.judge(sound))]).toEqual(['ok']);

    const forged = [
      { kind: 'note', note: note.replace('\n300\n', '\n301\n'), vkeys },
      { kind: 'tree', note, vkeys, row_hashes: rowHashes.toReversed() },
      { kind: 'tree', note, vkeys, row_hashes: rowHashes.slice(0, -1) },
      ...inclusions.map((claim, nth) => damaged(claim, nth % claim.proof.length)),
      ...inclusions.map((claim) => ({ ...claim, index: claim.index + 1 })),
      ...consistencies.map((claim, nth) => damaged(claim, nth % claim.proof.length)),
    ];
    expect((await judges.judge(forged)).filter((verdict) => verdict === 'ok')).toEqual([]);
  });

  it('the verifiers accept an export of the whole chain and of one ref with its proofs', async () => {
    const test = await openSigned();
    for (let step = 0; step < 40; step += 1) {
      await test.ledger.append(entryOf(step, { ledgerRef: `wf-${step % 3}` }));
    }
    await test.sign();
    const vkeys = await vkeysOf(test);
    const whole = await exported(test, { kind: 'chain' });
    const one = await exported(test, { kind: 'ref', ref: 'wf-2' });
    expect([whole.rows.length, one.rows.length]).toEqual([40, 13]);
    const claims = [
      {
        kind: 'tree',
        note: whole.note,
        vkeys,
        row_hashes: whole.rows.map(({ row_hash }) => base64(row_hash)),
      },
      ...one.rows.map(({ seq, row_hash, inclusion }) => ({
        kind: 'inclusion',
        note: one.note,
        vkeys,
        index: seq - 1,
        row_hash: base64(row_hash),
        proof: inclusion,
      })),
    ];
    expect([...new Set(await judges.judge(claims))]).toEqual(['ok']);
  });
});

/** Opens a ledger with its own litewitness. */
const openWitnessed = async (rows: number) => {
  const test = await openSigned();
  const witness = await judges.witness('pramaan.local/team_a', await vkeysOf(test));
  const cosigner = createCosigner({ name: 'w1', url: witness.url, key: parseVerifierKey(witness.vkey) });
  const reports: Parameters<ReportShipment>[0][] = [];
  const ship = async () => shipLatest(test.pool, cosigner, 'team_a', (report) => reports.push(report));
  await appendSteps(test.ledger, rows);
  await test.sign();
  return { ...test, witness, ship, lastDetail: () => reports.at(-1)?.detail };
};

/** Does what an administrator with the database and the signing key can do: removes all the old ledger's signatures. */
const forgetSigned = async (test: Signed): Promise<void> =>
  tamper(
    test,
    'TRUNCATE ledger_cosignatures, ledger_checkpoints, ledger_tiles, ledger_trees, ledger_shipments, ledger_refusals',
  );

const cutTo = (size: number): string =>
  `DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > ${size}`;

describe.skipIf(!there)('An independent witness (litewitness)', () => {
  it('the witness cosigns a growing ledger, and its line appears in the published checkpoint', async () => {
    const test = await openWitnessed(5);
    expect(await test.ship()).toBe('delivered');
    await appendSteps(test.ledger, 300);
    await test.sign();
    expect(await test.ship()).toBe('delivered');
    const { note, cosignedBy, size } = await latest(test);
    expect([size, cosignedBy]).toEqual([300, ['witness.example/w1']]);
    const opened = openCheckpoint(note, [...(await test.keys()), parseVerifierKey(test.witness.vkey)]);
    expect(opened.cosignedBy.map(({ time }) => Math.abs(time! - Date.now() / 1_000) < 60)).toEqual([true]);
    const claim = { kind: 'note', note, vkeys: await vkeysOf(test), cosigners: [test.witness.vkey] };
    expect(await judges.judge([claim])).toEqual(['ok']);
  });

  it('the witness accepts a second request for the same size, which does no harm', async () => {
    const test = await openWitnessed(4);
    expect([await test.ship(), await test.ship()]).toEqual(['delivered', 'delivered']);
  });

  it('the witness accepts the next checkpoint even after we have lost the record of its last one', async () => {
    const test = await openWitnessed(4);
    await test.ship();
    await test.admin.query('DELETE FROM ledger_shipments');
    await appendSteps(test.ledger, 9);
    await test.sign();
    expect(await test.ship()).toBe('delivered');
    expect((await latest(test)).cosignedBy).toHaveLength(1);
  });

  it('A44: the witness refuses a history that was rewritten and signed with the right key', async () => {
    const test = await openWitnessed(6);
    await test.ship();
    await appendSteps(test.ledger, 9);
    await tamper(test, CHANGE_ROW_2, REWRITE);
    await forgetSigned(test);
    expect(await test.sign()).toEqual({ outcome: 'signed', size: 9 });
    expect(await test.ship()).toBe('refused');
    expect(test.lastDetail()).toMatch(/^rewritten/);
    expect((await latest(test)).cosignedBy).toEqual([]);
  });

  it('A45: the witness refuses a second root for the same size', async () => {
    const test = await openWitnessed(6);
    await test.ship();
    await tamper(test, CHANGE_ROW_2, REWRITE);
    await forgetSigned(test);
    await test.sign();
    expect(await test.ship()).toBe('refused');
    expect(test.lastDetail()).toMatch(/^rewritten/);
  });

  it('A42: the witness refuses a ledger that was restored to an earlier state', async () => {
    const test = await openWitnessed(6);
    await test.ship();
    await tamper(test, cutTo(3), REWRITE);
    await forgetSigned(test);
    await test.sign();
    expect(await test.ship()).toBe('refused');
    expect(test.lastDetail()).toBe('truncated: the witness has seen 6 rows, but the ledger has 3');
  });

  it('A43: the witness refuses a ledger that was restored and has grown again with other rows', async () => {
    const test = await openWitnessed(6);
    await test.ship();
    await tamper(test, cutTo(3), REWRITE);
    await forgetSigned(test);
    for (let step = 20; step < 26; step += 1) await test.ledger.append(entryOf(step));
    await test.sign();
    expect(await test.ship()).toBe('refused');
    expect(test.lastDetail()).toMatch(/^rewritten/);
  });

  it('the witness refuses a replayed request', async () => {
    const test = await openWitnessed(3);
    const first = await latest(test);
    await test.ship();
    await appendSteps(test.ledger, 7);
    await test.sign();
    const second = await latest(test);
    const proof = (await proofSince(test.pool, 'team_a', 3, 7))
      .map((hash) => `${hash.toString('base64')}\n`)
      .join('');
    await test.ship();
    const post = async (body: string): Promise<number> =>
      (await fetch(`${test.witness.url}/add-checkpoint`, { method: 'POST', body })).status;
    expect(await post(`old 0\n\n${first.ownNote}`)).toBe(409);
    expect(await post(`old 3\n${proof}\n${second.ownNote}`)).toBe(409);
  });

  it('the service reports a witness that does not know the log and retries later', async () => {
    const test = await openSigned();
    const witness: RunningWitness = await judges.witness('pramaan.local/team_b', await vkeysOf(test));
    const cosigner = createCosigner({ name: 'w1', url: witness.url, key: parseVerifierKey(witness.vkey) });
    await appendSteps(test.ledger, 1);
    await test.sign();
    let detail: string | null = null;
    const outcome = await shipLatest(test.pool, cosigner, 'team_a', (report) => (detail = report.detail));
    expect([outcome, detail]).toEqual(['failed', expect.stringContaining('ask its administrator to add')]);
  });
});
