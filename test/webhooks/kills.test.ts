import { afterAll, expect, it } from 'vitest';
import { emit } from '../../src/store/outbox/emit.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { createWebhook } from '../../src/store/webhooks/endpoints.ts';
import { loadConfig } from '../../src/config.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { useService } from '../helpers/use-service.ts';
import { startWebhookReceiver } from '../helpers/webhook-receiver.ts';

/** WEBHOOK_KILLS=50 delivers 10,000 events, the short version 600. */
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 3);
const EVENTS = KILLS * 200;
const SUBJECTS = 40;

const receiver = await startWebhookReceiver();
afterAll(receiver.close);
const service = await useService({
  worker: false,
  env: {
    WEBHOOK_PINNED: `hooks.bank.example=127.0.0.1:${receiver.port}`,
    WEBHOOK_TIMEOUT_MS: '1000',
    WORKER_ROLES: 'steps',
  },
});

it(
  `no event is lost and each subject keeps its order when the worker is killed ${KILLS} times`,
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    const { db } = service.database;
    const { teamId } = service;
    const ring = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, 'webhooks');
    const hook = await db
      .transaction()
      .execute(async (tx) =>
        createWebhook(tx, ring, { teamId, url: 'http://hooks.bank.example/all', events: ['task.done'] }),
      );
    for (let n = 0; n < EVENTS; n += 1) {
      const subject = `subject-${n % SUBJECTS}`;
      await db
        .transaction()
        .execute(async (tx) =>
          emit(tx, { teamId, type: 'task.done', subject, key: String(n), ids: { subject, n } }),
        );
    }
    // Without a worker, the events wait.
    const waiting = await db.selectFrom('webhook_deliveries').select('state').execute();
    expect(waiting).toEqual(Array.from({ length: EVENTS }, () => ({ state: 'pending' })));

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const worker = await startWorkerProcess(service.env);
      const before = receiver.received.length;
      // Each worker is killed while it delivers, after its share of the events.
      await receiver.atLeast('/all', Math.max(before + 1, Math.floor((EVENTS * kill) / (KILLS + 1))));
      await worker.kill('SIGKILL');
    }
    const last = await startWorkerProcess(service.env);
    await expect
      .poll(
        async () => db.selectFrom('webhook_deliveries').select('n').where('state', '=', 'pending').execute(),
        {
          timeout: 120_000,
        },
      )
      .toEqual([]);
    await last.kill('SIGTERM');

    const firsts = new Map<string, number>();
    for (const { headers, event } of receiver.received) {
      const id = headers['webhook-id']!;
      if (!firsts.has(id)) firsts.set(id, event.data['n'] as number);
    }
    expect(firsts.size).toBe(EVENTS);
    const bySubject = Map.groupBy(firsts.values(), (n) => n % SUBJECTS);
    for (const order of bySubject.values()) expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(hook?.record.pending).toBe(0);
  },
);
