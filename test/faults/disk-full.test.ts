import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/store/db/migrate.ts';
import { type Postgres, startPostgres } from '../../src/provision/postgres.ts';
import { startService, type TestService } from '../helpers/service.ts';

const run = promisify(execFile);
/** Whether this process may mount file systems, which a separate disk requires. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!mayMount)('While the database’s disk is full', () => {
  let disk: string;
  let postgres: Postgres;
  let service: TestService;

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'full-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', disk]);
    await mkdir(join(disk, 'postgres'));
    postgres = await startPostgres({
      dataDir: join(disk, 'postgres'),
      passwords: { admin: 'admin', service: 'service' },
    });
    await migrate(postgres.adminUrl);
    service = await startService({ postgres, worker: false });
  });

  afterAll(async () => {
    await service.close();
    await postgres.stop(10_000);
    await run('umount', [disk]);
    await rm(disk, { recursive: true, force: true });
  });

  it('no request gets a 500, and refused requests get Retry-After', { timeout: 180_000 }, async () => {
    const { id } = await service.startRun('kyc');
    const { bavail, bsize } = await statfs(disk);
    await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - 64 * 1024));
    const text = 'x'.repeat(20_000);
    const requests: readonly (readonly [string, string, unknown?])[] = [
      ['POST', '/v1/govern/scan', { text }],
      ['POST', '/v1/workforce/verticals/it/runs', { case: { id: 'T-1', summary: text } }],
      ['POST', '/v1/workforce/verticals/kyc/runs', {}],
      ['GET', `/v1/workforce/runs/${id}`],
      ['GET', '/v1/workforce/runs'],
      ['GET', '/v1/govern/verify'],
      ['GET', '/v1/govern/export'],
      ['POST', `/v1/workforce/runs/${id}/cancel`],
    ];
    const seen = new Map<number, number>();
    // The preallocated write-ahead log still accepts writes for a while.
    for (let round = 0; round < 400 && (seen.get(503) ?? 0) < 40; round += 1) {
      await Promise.all(
        requests.map(async ([method, path, body]) => {
          const response = await service.request(method, path, body);
          const answer = await response.text();
          expect(response.status, `${method} ${path}: ${answer}`).not.toBe(500);
          if (response.status === 503) expect(response.headers.get('retry-after')).toBe('2');
          seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
        }),
      );
    }
    expect(seen.get(503)).toBeGreaterThanOrEqual(40);
    expect((await service.request('GET', '/healthz')).status).toBe(200);
  });
});
