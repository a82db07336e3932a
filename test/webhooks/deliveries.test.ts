import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, describe, expect, it } from 'vitest';
import { verticals } from '../../src/governance/verticals/index.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { emit } from '../../src/store/outbox/emit.ts';
import {
  createWebhook,
  deleteWebhook,
  showDeliveries,
  showWebhooks,
  testWebhook as requestTest,
} from '../../src/cli/webhooks.ts';
import { pramaan } from '../cli/run.ts';
import { canVerifyInPython, verifyInPython } from '../helpers/standard-webhooks.ts';
import { useService } from '../helpers/use-service.ts';
import { type Received, startWebhookReceiver, status } from '../helpers/webhook-receiver.ts';

interface WebhookBody {
  readonly id: string;
  readonly secret: string;
  readonly state: string;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
  readonly pending: number;
  readonly public_keys: readonly string[];
}

interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

interface DeliveryBody {
  readonly id: string;
  readonly event: { readonly id: string; readonly type: string };
  readonly state: string;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
}

const receiver = await startWebhookReceiver();
afterAll(receiver.close);
const service = await useService({
  env: { WEBHOOK_PINNED: `hooks.bank.example=127.0.0.1:${receiver.port}`, WEBHOOK_TIMEOUT_MS: '1500' },
});
const { db } = service.database;
const { key } = await issueKey(db, { teamId: service.teamId, name: 'webhooks', scopes: ['webhooks'] });
const hasPython = await canVerifyInPython();

const ask = async <T>(
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<T>> => {
  const response = await fetch(`${service.url}/v1/webhooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
};

const subscribe = async (path: string, events: readonly string[]): Promise<WebhookBody> => {
  const made = await ask<WebhookBody>('POST', '', { url: `http://hooks.bank.example${path}`, events });
  expect(made.status).toBe(201);
  return made.body;
};

const webhook = async (id: string): Promise<WebhookBody> => (await ask<WebhookBody>('GET', `/${id}`)).body;

const deliveries = async (id: string, query = ''): Promise<readonly DeliveryBody[]> =>
  (await ask<{ deliveries: DeliveryBody[] }>('GET', `/${id}/deliveries${query}`)).body.deliveries;

/** Emits an event about a subject in a transaction of its own. */
const report = async (subject: string, n: number): Promise<void> =>
  db.transaction().execute(async (tx) =>
    emit(tx, {
      teamId: service.teamId,
      type: 'task.done',
      subject,
      key: `${subject}/${n}`,
      ids: { subject, n },
    }),
  );

/** Lets a webhook's next attempts begin now instead of after their pauses. */
const hurry = async (id: string): Promise<void> =>
  service.admin(`UPDATE webhook_deliveries SET next_at = now() WHERE endpoint_id = '${id}' AND state = 'pending';
    UPDATE webhook_endpoints SET retry_at = NULL WHERE id = '${id}';`);

const rowsOf = async (id: string): Promise<readonly { action: string; actor: { kind: string } }[]> => {
  const rows = await db
    .selectFrom('agent_actions')
    .select(['action', 'body'])
    .where('ledger_ref', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map(({ action, body }) => ({
    action,
    actor: (JSON.parse(body) as { content: { actor: { kind: string } } }).content.actor,
  }));
};

const accepts = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    new SvixWebhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe('An event', () => {
  const events = ['run.succeeded', 'run.escalated', 'run.error', 'egress.blocked', 'payout.queued'];

  it('the events of an escalated claim reach the subscribed webhook in order, signed, and contain only ids', async () => {
    const hook = await subscribe('/claims', events);
    const run = await service.startRun('kyc', { ...verticals.kyc.sample, pan: 'not a pan' });
    expect(await service.finished(run.id)).toMatchObject({ decision: 'escalate' });
    const received = await receiver.atLeast('/claims', 3);
    const ofRun = received.filter(({ event }) => event.data['run_id'] === run.id);
    const data = { run_id: run.id, ledger_ref: run.ledger_ref };
    expect(ofRun.map(({ event: { type, data } }) => ({ type, data }))).toEqual([
      { type: 'run.succeeded', data },
      { type: 'run.escalated', data },
    ]);
    expect(received.find(({ event }) => event.type === 'egress.blocked')?.event.data).toEqual({
      ledger_ref: run.ledger_ref,
    });
    expect(received.every((one) => accepts(hook.secret, one))).toBe(true);
    expect(await deliveries(hook.id, '?state=delivered')).toHaveLength(3);
    if (hasPython) expect(await verifyInPython(hook.secret, received)).toEqual([true, true, true]);
    await ask('DELETE', `/${hook.id}`);
  });
});

describe('The keys of a webhook', () => {
  it('after a rotation, the old and the new secret verify deliveries, and the new one is shown once', async () => {
    const hook = await subscribe('/rotated', ['task.done']);
    const rotated = await ask<WebhookBody>('POST', `/${hook.id}/rotate`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(hook.secret);
    expect(rotated.body.public_keys).toEqual([expect.any(String), hook.public_keys[0]]);
    await ask('POST', `/${hook.id}/test`);
    const [received] = (await receiver.atLeast('/rotated', 1)) as [Received];
    expect(received.event).toMatchObject({ type: 'webhook.test', data: { webhook_id: hook.id } });
    expect([hook.secret, rotated.body.secret].map((secret) => accepts(secret, received))).toEqual([
      true,
      true,
    ]);
    expect(await webhook(hook.id)).not.toHaveProperty('secret');

    await service.admin(`UPDATE webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL`);
    await ask('POST', `/${hook.id}/test`);
    const later = (await receiver.atLeast('/rotated', 2))[1]!;
    expect([hook.secret, rotated.body.secret].map((secret) => accepts(secret, later))).toEqual([false, true]);
    const published = await fetch(`${service.url}/v1/webhooks/${hook.id}/keys`);
    expect(await published.json()).toEqual({ public_keys: [rotated.body.public_keys[0]] });
    expect(await rowsOf(hook.id)).toMatchObject(
      ['created', 'rotated', 'tested', 'tested'].map((what) => ({
        action: `webhook.${what}`,
        actor: { kind: 'key' },
      })),
    );
  });

  it('the database does not contain a secret, and a repeated request gets the same one', async () => {
    const body = { url: 'http://hooks.bank.example/once', events: ['task.done'] };
    const header = { 'idempotency-key': randomBytes(8).toString('hex') };
    const first = await ask<WebhookBody>('POST', '', body, header);
    const second = await ask<WebhookBody>('POST', '', body, header);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    const secret = first.body.secret.slice('whsec_'.length);
    for (const table of ['webhook_endpoints', 'webhook_secrets', 'idempotency_keys', 'agent_actions']) {
      const stored = JSON.stringify(
        await db
          .selectFrom(table as 'webhook_secrets')
          .selectAll()
          .execute(),
      );
      expect(stored).not.toContain(secret);
    }
    const rows = await db.selectFrom('webhook_secrets').select('sealed').execute();
    expect(rows.some(({ sealed }) => sealed.includes(Buffer.from(secret, 'base64')))).toBe(false);
  });
});

describe('A failing receiver', () => {
  it('a receiver gets each event again until it acknowledges it, and events about one subject in order', async () => {
    const hook = await subscribe('/fails', ['task.done']);
    let isBroken = true;
    receiver.on('/fails', ({ event }, response) => {
      const fails = isBroken && event.data['subject'] === 'broken';
      response.writeHead(fails ? 500 : 200).end();
    });
    for (const n of [1, 2, 3]) for (const subject of ['broken', 'sound']) await report(subject, n);
    const seen = async (subject: string, count: number) => {
      const all = await receiver.atLeast('/fails', count);
      return all.filter(({ event }) => event.data['subject'] === subject).map(({ event }) => event.data['n']);
    };
    expect(await seen('sound', 4)).toEqual([1, 2, 3]);
    expect(await seen('broken', 4)).toEqual([1]);
    await expect.poll(async () => deliveries(hook.id, '?state=pending')).toHaveLength(3);
    expect(
      (await deliveries(hook.id)).find(({ attempts, state }) => attempts > 0 && state === 'pending'),
    ).toMatchObject({ error: 'status', response_status: 500 });
    await report('sound', 4);
    expect(await seen('sound', 5)).toEqual([1, 2, 3, 4]);
    await expect.poll(async () => (await webhook(hook.id)).failing_since).toBeNull();
    isBroken = false;
    await hurry(hook.id);
    expect(await seen('broken', 8)).toEqual([1, 1, 2, 3]);
    const ids = (await receiver.atLeast('/fails', 8)).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(7);
  });

  it('a receiver that hangs does not delay others', async () => {
    const [slow, quick] = [
      await subscribe('/hangs', ['task.done']),
      await subscribe('/quick', ['task.done']),
    ];
    const hanging = Promise.withResolvers<void>();
    let released = false;
    receiver.on('/hangs', (_, response) => {
      hanging.resolve();
      if (released) response.end();
    });
    await report('first', 1);
    await hanging.promise;
    for (const n of [2, 3, 4, 5]) await report('first', n);
    await receiver.atLeast('/quick', 5);
    expect((await deliveries(slow.id)).filter(({ state }) => state === 'pending')).toHaveLength(5);
    await expect.poll(async () => deliveries(quick.id, '?state=delivered')).toHaveLength(5);
    await expect.poll(async () => (await deliveries(slow.id)).at(-1)?.error).toBe('timed_out');
    released = true;
    await hurry(slow.id);
    await expect.poll(async () => deliveries(slow.id, '?state=delivered')).toHaveLength(5);
    for (const { id } of [slow, quick]) await ask('DELETE', `/${id}`);
  });

  it('a webhook whose receiver responds with 410 is disabled at once, and gets events again when it is enabled', async () => {
    const hook = await subscribe('/gone', ['task.done']);
    receiver.on('/gone', status(410));
    await ask('POST', `/${hook.id}/test`);
    await expect
      .poll(async () => webhook(hook.id))
      .toMatchObject({
        state: 'disabled',
        disabled_reason: 'gone',
        pending: 0,
      });
    expect((await ask<{ type: string }>('POST', `/${hook.id}/test`)).body.type).toMatch(/webhook-disabled$/);
    const ready = (await (await fetch(`${service.url}/readyz`)).json()) as {
      dependencies: { webhooks: { state: string; detail: string } };
    };
    expect(ready.dependencies.webhooks).toMatchObject({
      state: 'up',
      detail: expect.stringMatching(/1 disabled/),
    });
    expect((await rowsOf(hook.id)).at(-1)).toMatchObject({
      action: 'webhook.disabled',
      actor: { kind: 'service' },
    });

    receiver.on('/gone', status(200));
    expect((await ask<WebhookBody>('POST', `/${hook.id}/enable`)).body.state).toBe('enabled');
    const [failed] = (await deliveries(hook.id)) as [DeliveryBody];
    expect(failed).toMatchObject({ state: 'failed', attempts: 1, response_status: 410 });
    const again = await ask<DeliveryBody>('POST', `/${hook.id}/deliveries/${failed.id}/redeliver`);
    expect(again.body.event).toEqual(failed.event);
    const [first, second] = (await receiver.atLeast('/gone', 2)) as [Received, Received];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    await expect
      .poll(async () => deliveries(hook.id, '?state=delivered'))
      .toMatchObject([{ id: again.body.id }]);
  });

  it('a webhook without a success for three days is disabled, and its deliveries fail', async () => {
    const hook = await subscribe('/dead', ['task.done']);
    receiver.on('/dead', (_, response) => void response.socket?.destroy());
    await report('dead', 1);
    await expect.poll(async () => (await webhook(hook.id)).failing_since).not.toBeNull();
    await service.admin(`UPDATE webhook_endpoints SET failing_since = now() - interval '73 hours' WHERE id = '${hook.id}';
      UPDATE webhook_deliveries SET expires_at = now() WHERE endpoint_id = '${hook.id}';`);
    await hurry(hook.id);
    await expect
      .poll(async () => webhook(hook.id))
      .toMatchObject({
        state: 'disabled',
        disabled_reason: 'no_success',
      });
    expect(await deliveries(hook.id)).toMatchObject([{ state: 'failed', error: 'closed_early' }]);
    await report('dead', 2);
    expect(await deliveries(hook.id)).toHaveLength(1);
  });
});

describe('The command line', () => {
  const access = { url: service.url, key, dataDir: 'none' };

  it('the command line creates, lists, tests and deletes a webhook through the API, and shows its deliveries', async () => {
    const url = 'http://hooks.bank.example/line';
    const made = await createWebhook(access, url, { events: 'run.error, task.done' });
    const { id, secret, events } = made.json as unknown as WebhookBody & { events: string[] };
    expect(events).toEqual(['run.error', 'task.done']);
    expect(made.text).toContain(secret);
    const listed = await showWebhooks(access);
    expect(listed.text).toMatch(new RegExp(`^${id} +works +0 +${url} +run.error task.done$`, 'm'));
    expect(JSON.stringify(listed.json)).not.toContain(secret);
    await requestTest(access, id);
    const [received] = (await receiver.atLeast('/line', 1)) as [Received];
    expect(accepts(secret, received)).toBe(true);
    await expect
      .poll(async () => (await showDeliveries(access, id)).text)
      .toMatch(/webhook\.test +delivered +1 +204 +- /);
    expect((await deleteWebhook(access, id)).text).toBe(`${id} is deleted.`);
    await expect(showDeliveries(access, id)).rejects.toThrow('Not found.');
    const refused = createWebhook(access, 'http://claims.example.in/', {});
    await expect(refused).rejects.toMatchObject({ remedy: 'Correct: /url must start with https://' });
  });

  it('the command line takes the address and the key from the environment', async () => {
    const env = { PRAMAAN_URL: service.url, PRAMAAN_KEY: key };
    const { code, stdout } = await pramaan(env, 'webhooks', 'list', '--json');
    expect([code, Object.keys(JSON.parse(stdout) as object)]).toEqual([0, ['webhooks']]);
  });
});

describe('The webhooks of a team', () => {
  it.each([
    ['http://claims.example.in/', 'must start with https://'],
    ['https://10.0.0.1/', 'must not be an address outside the public internet'],
    ['https://user:word@claims.example.in/', 'must not contain a user name or a password'],
  ])('a webhook for %s is refused', async (url, message) => {
    const refused = await ask<{ errors: unknown }>('POST', '', { url, events: ['task.done'] });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ in: 'body', pointer: '/url', message }]);
  });

  it.each([[{ events: [] }], [{ events: ['nothing'] }], [{ events: ['task.done'], extra: 1 }], [{}]])(
    'a request such as %j is refused',
    async (rest) => {
      const url = 'https://claims.example.in/';
      expect((await ask('POST', '', { url, ...rest })).status).toBe(422);
    },
  );

  it('a team may have twenty webhooks, and a key needs the scope', async () => {
    const existing = (await ask<{ webhooks: unknown[] }>('GET', '')).body.webhooks.length;
    const body = { url: 'https://claims.example.in/', events: ['run.error'] };
    const made = await Promise.all(
      Array.from({ length: 21 - existing }, async () => ask<WebhookBody>('POST', '', body)),
    );
    const statuses = made.map((one) => one.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 20 - existing }, () => 201), 409]);
    expect((await service.request('GET', '/v1/webhooks')).status).toBe(403);
    for (const one of made) if (one.status === 201) await ask('DELETE', `/${one.body.id}`);
    expect((await ask<{ webhooks: unknown[] }>('GET', '')).body.webhooks).toHaveLength(existing);
  });

  it('the API lists deliveries page by page, newest first', async () => {
    const hook = await subscribe('/pages', ['task.done']);
    for (const n of [1, 2, 3]) await report('pages', n);
    const page = async (cursor: string) =>
      (
        await ask<{ deliveries: { event: { data: { n: number } } }[]; next_cursor: string | null }>(
          'GET',
          `/${hook.id}/deliveries?limit=2${cursor}`,
        )
      ).body;
    const first = await page('');
    const second = await page(`&cursor=${first.next_cursor}`);
    const all = [...first.deliveries, ...second.deliveries];
    expect(all.map(({ event }) => event.data.n)).toEqual([3, 2, 1]);
    expect(second.next_cursor).toBeNull();
  });
});
