// Proofs over a chain of 10 thousand to 10 million rows: how long they take and how large they are, against reading the
// same rows without a proof, in turns in the same run. node bench/ledger-proofs.ts [--quick]
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import pg from 'pg';
import { createPool } from '../src/db/client.ts';
import { storeCheckpoint } from '../src/ledger/checkpoints.ts';
import { createLedger } from '../src/ledger/index.ts';
import { publishedKeys, publishKeys } from '../src/ledger/log-keys.ts';
import { proveConsistency, proveEntries } from '../src/ledger/prove.ts';
import { extendTree, rangeRoots } from '../src/ledger/tree.ts';
import { formatCheckpoint } from '../src/transparency/checkpoint.ts';
import { verifyConsistency } from '../src/transparency/merkle.ts';
import { checkReceipt } from '../src/transparency/receipt.ts';
import { createSigner, signNote } from '../src/transparency/signer.ts';
import { execute, openBenchDatabase } from './lib/database.ts';
import { fillChain, refOf, ROWS_OF_REF } from './lib/ledger-fill.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const SIZES = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000, 10_000_000];
const PROOFS = quick ? 100 : 500;
const NEW_ROWS = 1_000;
const TEAM = 'team_bench';
const ORIGIN = `bench.local/${TEAM}`;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!;
const between = (low: number, high: number): number => low + Math.floor(Math.random() * (high - low));

const timed = async <T>(work: () => Promise<T>): Promise<readonly [number, T]> => {
  const begun = performance.now();
  const result = await work();
  return [performance.now() - begun, result];
};

const database = await openBenchDatabase();
const load = loadavg();
const admin = new pg.Client({ connectionString: database.adminUrl });
const pool = createPool(database.url, { max: 4 });
const ledger = createLedger({ pool });
const signer = createSigner(randomBytes(32));

/** Takes the rows into the tree and signs it. Verifying them, which comes first in the service, has a bench of its own. */
const sign = async (size: number): Promise<number> => {
  const [ms] = await timed(async () => extendTree(pool, TEAM, size));
  const whole = { start: 0, end: size };
  const root = Buffer.from((await rangeRoots(pool, TEAM, [whole]))(whole));
  const { rows } = await admin.query<{ row_hash: Buffer }>(
    'SELECT row_hash FROM ledger_heads WHERE team_id = $1',
    [TEAM],
  );
  const lastRowHash = rows[0]!.row_hash;
  const note = signNote(formatCheckpoint({ origin: ORIGIN, size, root }), ORIGIN, [signer]);
  await storeCheckpoint(pool, TEAM, { origin: ORIGIN, size, root, note, lastRowHash });
  return ms;
};

const measure = async (from: number, size: number) => {
  const keys = (await publishedKeys(pool, TEAM)).map(({ key }) => key);
  const [read, one, run, continued]: number[][] = [[], [], [], []];
  let [hashes, bytes, steps] = [0, 0, 0];
  for (let n = 0; n < PROOFS; n += 1) {
    const ledgerRef = refOf(between(from + 2 * ROWS_OF_REF, size - 2 * ROWS_OF_REF));
    const [readMs, entries] = await timed(async () => ledger.read(TEAM, ledgerRef));
    const [oneMs] = await timed(async () =>
      proveEntries(pool, { teamId: TEAM, ledgerRef, entries: entries.slice(0, 1) }),
    );
    const [runMs, { receipt }] = await timed(async () =>
      proveEntries(pool, { teamId: TEAM, ledgerRef, entries: await ledger.read(TEAM, ledgerRef) }),
    );
    const earlier = between(1, size);
    const [continuedMs, claim] = await timed(async () =>
      proveConsistency(pool, TEAM, { from: earlier, to: size }),
    );
    if (entries.length !== ROWS_OF_REF || receipt === null || !checkReceipt(receipt, keys).ok) {
      throw new Error('A receipt does not hold');
    }
    const { proof } = claim;
    const sound = { from: earlier, to: size, fromRoot: claim.from.root, toRoot: claim.to.root, proof };
    if (!verifyConsistency(sound)) throw new Error('A consistency proof does not hold');
    read!.push(readMs);
    one!.push(oneMs);
    run!.push(runMs);
    continued!.push(continuedMs);
    hashes = Math.max(hashes, ...receipt.rows.map(({ inclusion }) => inclusion.length));
    bytes = Math.max(bytes, JSON.stringify(receipt).length);
    steps = Math.max(steps, proof.length);
  }
  return {
    rows: size,
    read_ms: round(median(read!)),
    row_ms: round(median(one!)),
    row_p95_ms: round(p95(one!)),
    run_ms: round(median(run!)),
    run_p95_ms: round(p95(run!)),
    consistency_ms: round(median(continued!)),
    consistency_p95_ms: round(p95(continued!)),
    inclusion_hashes: hashes,
    receipt_bytes: bytes,
    consistency_hashes: steps,
  };
};

try {
  await execute(database.adminUrl, `INSERT INTO teams (id, name) VALUES ('${TEAM}', 'bench')`);
  await publishKeys(pool, 'bench.local', [signer.publicKey]);
  await admin.connect();
  // What proofs do not use would only make filling slower.
  await admin.query(
    'ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_no_fork, DROP CONSTRAINT agent_actions_once',
  );
  const results: (Awaited<ReturnType<typeof measure>> & { extend_ms: number })[] = [];
  let before = 0;
  for (const size of SIZES) {
    say(`Making a chain of ${size} rows…`);
    await fillChain(admin, TEAM, size);
    await sign(size);
    await admin.query('VACUUM ANALYZE agent_actions, ledger_tiles');
    const result = await measure(before, size);
    await fillChain(admin, TEAM, size + NEW_ROWS);
    results.push({ ...result, extend_ms: round(await sign(size + NEW_ROWS)) });
    before = size + NEW_ROWS;
    say(
      `${size} rows: read ${ROWS_OF_REF} rows ${result.read_ms} ms; prove one row ${result.row_ms} ms ` +
        `(p95 ${result.row_p95_ms}), read and prove ${ROWS_OF_REF} ${result.run_ms} ms (p95 ${result.run_p95_ms}), ` +
        `consistency ${result.consistency_ms} ms (p95 ${result.consistency_p95_ms}); at most ${result.inclusion_hashes} ` +
        `hashes a row, ${result.receipt_bytes} bytes a receipt, ${result.consistency_hashes} hashes of consistency; ` +
        `${NEW_ROWS} more rows into the tree ${results.at(-1)!.extend_ms} ms`,
    );
  }
  const [first, last] = [results[0]!, results.at(-1)!];
  const growth = {
    rows: last.rows / first.rows,
    row_time: round(last.row_ms / first.row_ms),
    run_time: round(last.run_ms / first.run_ms),
    consistency_time: round(last.consistency_ms / first.consistency_ms),
    receipt_bytes: round(last.receipt_bytes / first.receipt_bytes),
    extend_time: round(last.extend_ms / first.extend_ms),
  };
  say(
    `${growth.rows} times the rows: ${growth.row_time} times the time for a row, ${growth.consistency_time} for consistency`,
  );
  const baseline = 'reading the rows without a proof';
  say(JSON.stringify({ bench: 'ledger-proofs', baseline, quick, load, growth, sizes: results }));
} finally {
  await ledger.close();
  await pool.end();
  await admin.end();
  await database.close();
}
