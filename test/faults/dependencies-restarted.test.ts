import { join } from 'node:path';
import { mkdtemp } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { startPostgres } from '../../src/provision/postgres.ts';
import { startTemporal } from '../../src/provision/temporal.ts';
import { createGate } from '../helpers/gate.ts';
import { startService } from '../helpers/service.ts';

const scratchFolder = async (): Promise<string> => mkdtemp(join(inject('scratch'), 'fault-'));

describe('a dependency that is killed and comes back costs time and nothing else', () => {
  it('the engine, in the middle of a run', { timeout: 180_000 }, async ({ onTestFinished }) => {
    const folder = await scratchFolder();
    const start = async (port?: number) =>
      startTemporal({
        binary: inject('temporalBinary'),
        dbFile: join(folder, 'temporal.sqlite'),
        logFile: join(folder, 'temporal.log'),
        ...(port !== undefined && { port }),
      });
    const first = await start();
    const service = await startService({ temporalAddress: first.address });
    onTestFinished(service.close);
    const gate = await createGate(service.database.adminUrl);
    onTestFinished(gate.close);
    await gate.shut(4);
    const { id } = await service.startRun('kyc');
    await gate.reached();

    first.kill();
    await first.exited;
    // Polling goes on without the engine, and so does accepting.
    expect(await service.run(id)).toMatchObject({ status: 'running' });
    expect((await service.ledgerOf(id)).entries).toHaveLength(3);
    const later = await service.startRun('voice');
    await gate.open();
    const second = await start(Number(first.address.split(':')[1]));
    onTestFinished(async () => second.stop(10_000));

    expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
    expect(await service.finished(later.id)).toMatchObject({ status: 'succeeded' });
    expect((await service.ledgerOf(id)).entries).toHaveLength(8);
    expect((await service.ledgerOf(later.id)).entries).toHaveLength(6);
    expect(await service.verify()).toMatchObject({ ok: true, checked: 14 });
  });

  it('Postgres, again and again under load', { timeout: 180_000 }, async ({ onTestFinished }) => {
    const folder = await scratchFolder();
    const passwords = { admin: 'a-test', service: 's-test' };
    const start = async (port?: number) =>
      startPostgres({ dataDir: join(folder, 'postgres'), passwords, ...(port !== undefined && { port }) });
    let postgres = await start();
    onTestFinished(async () => postgres.stop(10_000));
    await migrate(postgres.adminUrl);
    const service = await startService({ postgres });
    onTestFinished(service.close);

    const runs = await Promise.all(Array.from({ length: 12 }, async () => service.startRun('kyc')));
    for (let kill = 0; kill < 3; kill += 1) {
      await service.rowsAtLeast(8 * kill + 4);
      postgres.kill();
      await postgres.exited;
      postgres = await start(postgres.port);
    }
    for (const { id } of runs) {
      expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
      expect((await service.ledgerOf(id)).entries).toHaveLength(8);
    }
    expect(await service.verify()).toMatchObject({ ok: true, checked: 8 * runs.length });
  });
});
