// Measures the duration and size of proofs over a chain of 10 thousand to 10 million rows, alternating with reading the same rows
// without a proof.
// Usage: node bench/ledger-proofs.ts [--quick] [--data <folder> [--fill]]
// With --data, uses the chain that bench/ledger-growth.ts has stored there. With --fill, only signs that chain, once.
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import pg from 'pg';
import { createPool } from '../src/store/db/client.ts';
import { latestCheckpoint, storeCheckpoint } from '../src/ledger/checkpoints.ts';
import { createLedger } from '../src/ledger/index.ts';
import { publishedKeys, publishKeys } from '../src/ledger/log-keys.ts';
import { proveConsistency, proveEntries } from '../src/ledger/prove.ts';
import { extendTree, rangeRoots } from '../src/ledger/tree.ts';
import { formatCheckpoint } from '../src/ledger/proofs/checkpoint.ts';
import { verifyConsistency } from '../src/ledger/proofs/merkle.ts';
import { checkReceipt } from '../src/ledger/proofs/receipt.ts';
import { createSigner, signNote } from '../src/ledger/proofs/signer.ts';
import { cpuReader } from './lib/cpu.ts';
import { execute, openBenchDatabase, optionOf } from './lib/database.ts';
import { fillChain, headOf, prepareFill, refOf, ROWS_OF_REF } from './lib/ledger-fill.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const kept = optionOf('--data');
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

const database = await openBenchDatabase(kept);
const load = loadavg();
const admin = new pg.Client({ connectionString: database.adminUrl });
const pool = createPool(database.url, { max: 4 });
const ledger = createLedger({ pool });
let cpu: Awaited<ReturnType<typeof cpuReader>>;
const signer = createSigner(randomBytes(32));

/** Adds the rows to the tree and signs it. The service would verify the rows first, but another bench measures that. */
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

interface Times {
  readonly ms: number;
  readonly p95_ms: number;
  readonly cpu_ms: number;
}

/**
 * Does the same work for each of many items, one after another. Reports median and p95 wall time, and the processor time of the
 * server and the client.
 */
const series = async <T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<Times & { readonly results: readonly R[] }> => {
  const results: R[] = [];
  const took: number[] = [];
  const before = await cpu?.();
  for (const item of items) {
    const [ms, result] = await timed(async () => work(item));
    took.push(ms);
    results.push(result);
  }
  const used = before === undefined ? Number.NaN : ((await cpu!()) - before) / 1_000 / items.length;
  return { results, ms: round(median(took)), p95_ms: round(p95(took)), cpu_ms: round(used) };
};

const summary = ({ ms, p95_ms, cpu_ms }: Times): Times => ({ ms, p95_ms, cpu_ms });

const measure = async (from: number, size: number, upTo = size) => {
  const keys = (await publishedKeys(pool, TEAM)).map(({ key }) => key);
  const refs = Array.from({ length: PROOFS }, () =>
    refOf(between(from + 2 * ROWS_OF_REF, upTo - 2 * ROWS_OF_REF)),
  );
  const sizes = Array.from({ length: PROOFS }, () => between(1, size));
  const read = await series(refs, async (ref) => ledger.read(TEAM, ref));
  const row = await series(read.results, async (entries) =>
    proveEntries(pool, { teamId: TEAM, ledgerRef: entries[0]!.ledger_ref, entries: entries.slice(0, 1) }),
  );
  const run = await series(refs, async (ledgerRef) =>
    proveEntries(pool, { teamId: TEAM, ledgerRef, entries: await ledger.read(TEAM, ledgerRef) }),
  );
  const consistency = await series(sizes, async (earlier) =>
    proveConsistency(pool, TEAM, { from: earlier, to: size }),
  );
  const receipts = run.results.map(({ receipt }) => receipt!);
  if (!receipts.every((receipt) => receipt.rows.length === ROWS_OF_REF && checkReceipt(receipt, keys).ok)) {
    throw new Error('A receipt does not verify');
  }
  const sound = consistency.results.every(({ from: a, to: b, proof }) =>
    verifyConsistency({ from: a.size, to: b.size, fromRoot: a.root, toRoot: b.root, proof }),
  );
  if (!sound) throw new Error('A consistency proof does not verify');
  return {
    rows: size,
    read: summary(read),
    row: summary(row),
    run: summary(run),
    consistency: summary(consistency),
    inclusion_hashes: Math.max(
      ...receipts.flatMap(({ rows }) => rows.map(({ inclusion }) => inclusion.length)),
    ),
    receipt_bytes: Math.max(...receipts.map((receipt) => JSON.stringify(receipt).length)),
    consistency_hashes: Math.max(...consistency.results.map(({ proof }) => proof.length)),
  };
};

const told = ({ ms, p95_ms, cpu_ms }: Times): string => `${ms} ms (p95 ${p95_ms}, cpu ${cpu_ms})`;
const tell = (result: Awaited<ReturnType<typeof measure>>): void => {
  say(`  read ${ROWS_OF_REF} rows         ${told(result.read)}`);
  say(`  prove a row         ${told(result.row)}, at most ${result.inclusion_hashes} hashes`);
  say(`  read and prove ${ROWS_OF_REF}    ${told(result.run)}, at most ${result.receipt_bytes} bytes`);
  say(`  consistency         ${told(result.consistency)}, at most ${result.consistency_hashes} hashes`);
};

/** Measures an existing chain. Its second half, except for the newest rows, was made by bench/lib/ledger-fill.ts. */
const measureKept = async (): Promise<void> => {
  const size = await headOf(admin, TEAM);
  if (process.argv.includes('--fill')) {
    await sign(size);
    await admin.query('VACUUM ANALYZE ledger_tiles');
    return;
  }
  const signed = (await latestCheckpoint(pool, TEAM))!.size;
  say(`A chain of ${size} rows, signed up to ${signed}`);
  const result = await measure(Math.floor(signed / 2), signed, Math.floor(signed * 0.99));
  tell(result);
  say(JSON.stringify({ bench: 'ledger-proofs', quick, load, sizes: [result] }));
};

const measureGrowth = async (): Promise<void> => {
  await prepareFill(admin);
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
    tell(result);
    say(`  take in ${NEW_ROWS} rows   ${results.at(-1)!.extend_ms} ms`);
  }
  const [first, last] = [results[0]!, results.at(-1)!];
  const growth = {
    rows: last.rows / first.rows,
    row_cpu: round(last.row.cpu_ms / first.row.cpu_ms),
    run_cpu: round(last.run.cpu_ms / first.run.cpu_ms),
    consistency_cpu: round(last.consistency.cpu_ms / first.consistency.cpu_ms),
    receipt_bytes: round(last.receipt_bytes / first.receipt_bytes),
    extend_time: round(last.extend_ms / first.extend_ms),
  };
  say(
    `${growth.rows} times the rows: ${growth.row_cpu} times the processor time for a row's proof, ` +
      `${growth.consistency_cpu} for consistency, ${growth.receipt_bytes} times the bytes of a receipt`,
  );
  const baseline = 'reading the rows without a proof';
  say(JSON.stringify({ bench: 'ledger-proofs', baseline, quick, load, growth, sizes: results }));
};

try {
  const team = `INSERT INTO teams (id, name) VALUES ('${TEAM}', 'bench') ON CONFLICT DO NOTHING`;
  await execute(database.adminUrl, team);
  await publishKeys(pool, 'bench.local', [signer.publicKey]);
  await admin.connect();
  cpu = await cpuReader(admin);
  await (kept === undefined ? measureGrowth() : measureKept());
} finally {
  await ledger.close();
  await pool.end();
  await admin.end();
  await database.close();
}
