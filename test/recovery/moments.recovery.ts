import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../../src/cli/backup.ts';
import { takeBaseBackup } from '../../src/cli/backup/base-backup.ts';
import { restore } from '../../src/cli/restore.ts';
import { verifyLedger } from '../../src/cli/ledger.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { publishKeys } from '../../src/ledger/log-keys.ts';
import { signCheckpoint } from '../../src/ledger/sign.ts';
import { createSigner } from '../../src/ledger/proofs/signer.ts';
import { type Postgres, startPostgres } from '../../src/provision/postgres.ts';
import { createPool } from '../../src/store/db/client.ts';
import { migrate } from '../../src/store/db/migrate.ts';
import { bySomeKey } from '../helpers/actors.ts';

const ORIGIN = 'pramaan.test';
const RING = `k1:${randomBytes(32).toString('base64')}`;
const ENV = { ENCRYPTION_KEYS: RING };
const passwords = { admin: 'made-up-admin', service: 'made-up-service' };
/** Maximum time for which a row exists only on the lost machine. */
const ARCHIVE_EVERY_S = 5;

let folder: string;
let lost: Postgres;
let restored: Postgres | undefined;
let backup: string;
const signer = createSigner(randomBytes(32));

const archiving = () => ({
  archive_mode: 'on',
  archive_timeout: String(ARCHIVE_EVERY_S),
  archive_command: `test ! -f "${folder}/wal/%f" && cp "%p" "${folder}/wal/%f.part" && mv "${folder}/wal/%f.part" "${folder}/wal/%f"`,
});

/**
 * Appends rows one by one, like a service under load, until it is stopped.
 * @returns when each row was committed
 */
const write = (url: string) => {
  const pool = createPool(url, { max: 4, onIdleError: () => undefined });
  const ledger = createLedger({ pool });
  const committed: number[] = [];
  const stopping = new AbortController();
  const writing = (async () => {
    for (let step = 1; !stopping.signal.aborted; step += 1) {
      const entry = {
        teamId: 'team_a',
        ledgerRef: `wf-${process.hrtime.bigint()}`,
        step,
        action: 'pii.scan',
        governance: 'masked',
        summary: `Step ${step}`,
        detail: { step },
        actor: bySomeKey,
      } as const;
      const done = await ledger.append(entry).then(
        () => true,
        () => false,
      );
      if (!done) break;
      committed.push(Date.now());
    }
  })();
  return {
    committed,
    stop: async () => {
      stopping.abort();
      await writing;
      await ledger.close().catch(() => undefined);
      await pool.end();
    },
  };
};

const asAdmin = async <T extends pg.QueryResultRow>(
  server: Postgres,
  text: string,
): Promise<readonly T[]> => {
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
};

const sign = async (server: Postgres): Promise<void> => {
  const pool = createPool(server.url, { max: 2 });
  try {
    await signCheckpoint({ pool, originBase: ORIGIN, signers: [signer] }, 'team_a');
  } finally {
    await pool.end();
  }
};

const timesOf = async (server: Postgres): Promise<readonly number[]> =>
  (await asAdmin<{ at: Date }>(server, 'SELECT created_at AS at FROM agent_actions ORDER BY seq')).map(
    ({ at }) => at.getTime(),
  );

const isIntact = async (server: Postgres): Promise<unknown> =>
  (await verifyLedger({ databaseUrl: server.url, dataDir: folder }, 'a')).json;

/** Restores into a folder of its own and starts a server on it. @returns the milliseconds until it answers */
const recover = async (name: string, until?: string): Promise<number> => {
  const to = join(folder, name, 'postgres');
  const began = Date.now();
  await mkdir(join(folder, name), { mode: 0o755 });
  await restore(ENV, { from: backup, to, wal: join(folder, 'wal'), ...(until !== undefined && { until }) });
  restored = await startPostgres({ dataDir: to, passwords });
  return Date.now() - began;
};

const say = (line: string): void => void process.stderr.write(`${line}\n`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-recovery-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'lost'), { mode: 0o755 });
  await mkdir(join(folder, 'wal'), { mode: 0o700 });
  lost = await startPostgres({ dataDir: join(folder, 'lost', 'postgres'), passwords, settings: archiving() });
  const { uid, gid } = await stat(join(folder, 'lost', 'postgres'));
  await chown(join(folder, 'wal'), uid, gid);
  await migrate(lost.adminUrl);
  await asAdmin(lost, "INSERT INTO teams (id, name) VALUES ('team_a', 'a')");
  const pool = new pg.Pool({ connectionString: lost.adminUrl });
  await publishKeys(pool, ORIGIN, [signer.publicKey]);
  await pool.end();
}, 120_000);
afterAll(async () => {
  await restored?.stop(10_000);
  await rm(folder, { recursive: true, force: true });
});

/** A file that accepts its first bytes, and fails while the server waits. */
const failing = (): Writable =>
  new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => setTimeout(() => done(new Error('made up: no space')), 20),
  });

describe('A backup that cannot be written', () => {
  it('is given up with the reason, and leaves nothing behind', async () => {
    const out = join(folder, 'full');
    // A file with a size limit fails like one on a full disk.
    const command = `ulimit -f 1024; exec "${process.execPath}" src/cli/main.ts backup --out "${out}" --json`;
    const env = { PATH: process.env['PATH'], ...ENV, DATABASE_MIGRATION_URL: lost.adminUrl };
    const failed = promisify(execFile)('bash', ['-c', command], { env, timeout: 60_000 });
    await expect(failed).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining('EFBIG') });
    expect(await readdir(out)).toEqual([]);
  });

  it('is given up while the server waits for its files', async () => {
    const files = { archive: failing(), manifest: failing() };
    await expect(takeBaseBackup(lost.adminUrl, files)).rejects.toThrow('made up: no space');
  }, 20_000);
});

describe('A database server that is lost', () => {
  let until: string;
  let atUntil: number;
  let committed: readonly number[];
  let lostAt: number;

  it('a backup is taken under load, in a folder that only its owner can read, and without keys', async () => {
    const load = write(lost.url);
    await expect.poll(() => load.committed.length).toBeGreaterThan(200);
    await sign(lost);
    const { json } = await backUp(lost.adminUrl, ENV, { out: join(folder, 'backups') });
    expect(json).toMatchObject({
      encryption_keys: [{ id: 'k1', check: expect.any(String) }],
      postgres: expect.stringMatching(/^18/),
    });
    backup = String(json['folder']);
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(backup, 'backup.json'), 'utf8')).not.toContain(RING.slice(3));
    const after = load.committed.length;
    await expect.poll(() => load.committed.length).toBeGreaterThan(after + 100);
    await sign(lost);
    until = new Date().toISOString();
    atUntil = Date.parse(until);
    await expect.poll(() => load.committed.length, { timeout: 120_000 }).toBeGreaterThan(after + 300);
    // The machine is lost at an arbitrary moment of a segment.
    await expect
      .poll(() => Date.now() - atUntil, { timeout: 60_000 })
      .toBeGreaterThan(ARCHIVE_EVERY_S * 3_000);
    lostAt = Date.now();
    await lost.stop(0);
    await load.stop();
    committed = load.committed;
    await rm(join(folder, 'lost'), { recursive: true });
  });

  it('to its last archived moment: the chain verifies, and only rows younger than the archive’s interval are lost', async () => {
    const took = await recover('latest');
    const kept = await timesOf(restored!);
    const ago = (lostAt - kept.at(-1)!) / 1_000;
    say(
      `restored ${kept.length} of ${committed.length} rows; the newest is ${ago.toFixed(1)} s older than the loss (RPO), ready after ${(took / 1_000).toFixed(1)} s (RTO)`,
    );
    expect(kept.length).toBeLessThanOrEqual(committed.length + 1);
    expect(ago).toBeLessThan(ARCHIVE_EVERY_S * 2 + 5);
    expect(await isIntact(restored!)).toMatchObject({
      ok: true,
      signed: { checkpoints: expect.any(Number) },
      changed: [],
    });
    const load = write(restored!.url);
    await expect.poll(() => load.committed.length).toBeGreaterThan(20);
    await load.stop();
    expect(await isIntact(restored!)).toMatchObject({ ok: true });
    await restored!.stop(10_000);
  });

  it('to a moment: every earlier row is there, no later one is, and the chain verifies', async () => {
    await recover('moment', until);
    const kept = await timesOf(restored!);
    expect(kept.at(-1)!).toBeLessThanOrEqual(atUntil);
    // A row's time is that of its transaction's start, shortly before its commit was seen.
    expect(kept.length).toBeGreaterThanOrEqual(committed.filter((at) => at < atUntil - 50).length);
    expect(kept.length).toBeLessThan(committed.length);
    expect(await isIntact(restored!)).toMatchObject({ ok: true });
  });
});

const attempt = async (change: object, ring = RING) =>
  restore(
    { ENCRYPTION_KEYS: ring },
    {
      from: backup,
      to: join(folder, 'never', 'postgres'),
      wal: join(folder, 'wal'),
      ...change,
    },
  );

describe('A restore that would go wrong', () => {
  it('is refused without the keys, into a folder with data, and to a moment before the backup', async () => {
    await expect(attempt({}, RING.replace('k1', 'k9'))).rejects.toThrow(
      /ENCRYPTION_KEYS lacks keys of the backup: k1/,
    );
    await expect(attempt({ to: join(folder, 'moment', 'postgres') })).rejects.toThrow(/is not empty/);
    await expect(attempt({ until: '2020-01-01T00:00:00Z' })).rejects.toThrow(/after --until/);
    await expect(attempt({ until: 'yesterday' })).rejects.toThrow(/--until is not a time/);
    await expect(attempt({ from: join(folder, 'wal') })).rejects.toThrow(/is not a complete backup/);
  });

  it('is refused from a damaged archive, and leaves nothing behind', async () => {
    await truncate(join(backup, 'base.tar.gz'), 4_096);
    await expect(attempt({})).rejects.toThrow(/is damaged/);
    await expect(stat(join(folder, 'never'))).rejects.toThrow('ENOENT');
  });

  it('a backup from a server that does not answer leaves nothing behind', async () => {
    const out = join(folder, 'none');
    await expect(backUp('postgres://x:y@127.0.0.1:9/pramaan', ENV, { out })).rejects.toThrow();
    expect(await readdir(out)).toEqual([]);
  });
});
