import { describe, expect, it } from 'vitest';
import { verticals } from '../../src/governance/verticals/index.ts';
import { createGate } from '../helpers/gate.ts';
import { startLive } from '../helpers/live.ts';
import { openStream } from '../helpers/live-stream.ts';
import { startRestartablePostgres, startRestartableTemporal } from '../helpers/restartable.ts';
import { bootService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, kycTurns } from '../model-provider/scripts.ts';
import { startFakeProvider } from '../model-provider/server.ts';

describe('A dependency that is killed and restarted', () => {
  it(
    'runs finish with every row exactly once after Temporal is killed midway',
    { timeout: 180_000 },
    async ({ onTestFinished }) => {
      const temporal = await startRestartableTemporal(onTestFinished);
      const turns = kycTurns().filter(({ calls }) => calls?.[0]?.tool !== 'run_python');
      const provider = await startFakeProvider(openai, byTurn(openai, ...turns));
      onTestFinished(provider.close);
      const service = await bootService(onTestFinished, { temporalAddress: temporal.address, provider });
      const gate = await createGate(service.database.adminUrl);
      onTestFinished(gate.close);
      await gate.shut(4);
      const { id } = await service.startRun('kyc');
      await gate.reached();
      const live = await startLive(service, 'kyc', {
        ...verticals.kyc.sample,
        id: 'CLM-LIVE',
        amount: '30007',
      });
      const follow = async () =>
        openStream(`${service.url}/v1/workforce/runs/${live.id}/events`, { key: service.key });
      const stream = await follow();
      onTestFinished(stream.cut);
      await stream.until(({ data }) => data.includes('"pii.scan"'));

      await temporal.kill();
      // Runs can be polled and accepted without Temporal.
      expect(await service.run(id)).toMatchObject({ status: 'running' });
      expect((await service.ledgerOf(id)).entries).toHaveLength(3);
      const later = await service.startRun('voice');
      await gate.open();
      await temporal.restart();

      expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
      expect(await service.finished(later.id)).toMatchObject({ status: 'succeeded' });
      expect((await service.ledgerOf(id)).entries).toHaveLength(8);
      expect((await service.ledgerOf(later.id)).entries).toHaveLength(6);
      // A reader received every event, and the model was asked each question once.
      const events = await stream.ended();
      expect(events.at(-1)!.event).toBe('RUN_FINISHED');
      expect(await (await follow()).ended()).toEqual(events);
      expect(provider.asked).toHaveLength(turns.length);
      const { entries } = await service.ledgerOf(live.id);
      const told = events.flatMap(({ data }) => /"row_hash":"(\w+)"/.exec(data)?.[1] ?? []);
      expect(told).toEqual(entries.map(({ row_hash }) => row_hash));
      // The live run escalated, so a review was opened once.
      expect(await service.verify()).toMatchObject({ ok: true, checked: 14 + entries.length + 1 });
    },
  );

  it(
    'runs finish with every row exactly once after Postgres is killed repeatedly under load',
    { timeout: 180_000 },
    async ({ onTestFinished }) => {
      const postgres = await startRestartablePostgres(onTestFinished);
      const service = await bootService(onTestFinished, { postgres });

      const runs = await Promise.all(Array.from({ length: 12 }, async () => service.startRun('kyc')));
      for (let kill = 0; kill < 3; kill += 1) {
        await service.rowsAtLeast(8 * kill + 4);
        await postgres.kill();
        await postgres.restart();
      }
      for (const { id } of runs) {
        expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
        expect((await service.ledgerOf(id)).entries).toHaveLength(8);
      }
      expect(await service.verify()).toMatchObject({ ok: true, checked: 8 * runs.length });
    },
  );
});
