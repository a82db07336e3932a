import { setTimeout as sleep } from 'node:timers/promises';
import { EventSchemas } from '@ag-ui/core/schemas';
import { describe, expect, it } from 'vitest';
import { streamEventSchema } from '../../src/contract/events.ts';
import type { LiveWriter } from '../helpers/live-writer.ts';
import type { Sent } from '../helpers/server-sent-events.ts';
import { useLiveApi } from './live-api.ts';

const { api, teamId, key, start, follow } = await useLiveApi({ RATE_LIMIT_PER_MINUTE: '100000' });

const typesOf = (events: readonly Sent[]): readonly (string | undefined)[] =>
  events.map(({ event }) => event);

/** Publishes a run with every kind of event, from start to end. */
const tellWhole = async (writer: LiveWriter): Promise<void> => {
  await writer.message(1, 'I look at the claim first. '.repeat(40));
  await writer.call('c1', 'run_python', '{"code":"1"}');
  await writer.entry('agent.turn');
  await writer.entry('sandbox.open', { sandbox_id: 'sbx_1' });
  await writer.result('c1', 'run_python', 'a\n\nevent: x\r\ndata: {}\n\n');
  await writer.entry('egress.block', { blocked: true, host: 'api.example.com', rule: 'not-listed' });
  await writer.message(2, 'It is in order.');
  await writer.succeed();
};

describe('GET /v1/workforce/runs/{id}/events', () => {
  it('a stream delivers a run as it happens, in AG-UI events with ids, and ends when the run ends', async () => {
    const writer = await start();
    const stream = await follow(writer.runId);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-run-id': writer.runId,
      location: `${api.url}/v1/workforce/runs/${writer.runId}/events`,
    });
    await stream.until(2);
    expect(typesOf(stream.events())).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT']);
    await tellWhole(writer);
    const events = await stream.ended();
    expect(stream.text()).not.toContain('\r');
    expect(events.every(({ id }) => id !== undefined)).toBe(true);
    for (const { data, event } of events) {
      const body: unknown = JSON.parse(data);
      expect(EventSchemas.parse(body)).toMatchObject({ type: event });
      expect(streamEventSchema.parse(body)).toEqual(body);
    }
    expect(typesOf(events).filter((type) => type === 'RUN_FINISHED' || type === 'RUN_ERROR')).toEqual([
      'RUN_FINISHED',
    ]);
    expect(typesOf(events).at(-1)).toBe('RUN_FINISHED');
  });

  it('a stream read after the end is identical, and nothing follows its last event', async () => {
    const writer = await start();
    const live = await follow(writer.runId);
    await live.until(1);
    await tellWhole(writer);
    const events = await live.ended();
    const again = await (await follow(writer.runId)).ended();
    expect(again).toEqual(events);
    const { status } = await api.send('GET', `/v1/workforce/runs/${writer.runId}/events`, {
      key,
      headers: { 'last-event-id': events.at(-1)!.id },
    });
    expect(status).toBe(204);
  });

  it('a reader that reconnects often misses nothing and sees nothing twice', async () => {
    const writer = await start();
    const seen: Sent[] = [];
    const reading = (async () => {
      for (let round = 0; seen.at(-1)?.id !== 'end'; round += 1) {
        const stream = await follow(writer.runId, { lastEventId: seen.at(-1)?.id });
        // Cuts the stream somewhere in the middle, and sometimes at once.
        await stream.until(1 + (round % 5)).catch(() => undefined);
        const taken = stream.events().slice(0, 1 + (round % 7));
        stream.cut();
        seen.push(...taken);
      }
    })();
    for (let n = 0; n < 10; n += 1) await writer.entry('sandbox.run', { n });
    await tellWhole(writer);
    await reading;
    const uncut = await (await follow(writer.runId)).ended();
    expect(seen).toEqual(uncut);
  });

  it('a stream shows a ledger row only after it is committed', async () => {
    const writer = await start();
    const stream = await follow(writer.runId);
    await stream.until(2);
    const held = Promise.withResolvers<void>();
    const written = api.database.db.transaction().execute(async (tx) => {
      await writer.entryIn(tx, 'db.write');
      await held.promise;
    });
    await sleep(400);
    expect(stream.events()).toHaveLength(2);
    held.resolve();
    await written;
    await stream.until(({ data }) => data.includes('"db.write"'));
    const back = api.database.db.transaction().execute(async (tx) => {
      await writer.entryIn(tx, 'db.query');
      throw new Error('taken back');
    });
    await expect(back).rejects.toThrow('taken back');
    await writer.fail('internal');
    expect(typesOf(await stream.ended()).at(-1)).toBe('RUN_ERROR');
    expect(stream.text()).not.toContain('db.query');
  });

  it('a stream shows the end of a run that was terminated in Temporal', async () => {
    const writer = await start();
    const stream = await follow(writer.runId);
    await stream.until(2);
    await writer.fail('terminated');
    const events = await stream.ended();
    expect(JSON.parse(events.at(-1)!.data)).toEqual({
      type: 'RUN_ERROR',
      code: 'terminated',
      message: 'It came to nothing.',
    });
  });

  it('a stream shows an event only once even if a retry publishes it again', async () => {
    const writer = await start();
    await writer.message(1, 'Once.');
    await writer.message(1, 'Once.');
    await writer.succeed();
    const events = await (await follow(writer.runId)).ended();
    expect(typesOf(events).filter((type) => type === 'TEXT_MESSAGE_START')).toHaveLength(1);
  });

  it.each(['x', '5 6', '1.2.3', '~', '-1', '12~~', '999999', '0x10'])(
    'the API rejects %j as Last-Event-ID',
    async (id) => {
      const writer = await start();
      const { status, body } = await api.send<{ errors: unknown }>(
        'GET',
        `/v1/workforce/runs/${writer.runId}/events`,
        {
          key,
          headers: { 'last-event-id': id },
        },
      );
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ in: 'header', pointer: '/Last-Event-ID' }]);
    },
  );

  it('the API rejects an event id of another run', async () => {
    const [writer, other] = [await start(), await start()];
    await writer.succeed();
    const [first] = await (await follow(writer.runId)).ended();
    const { status } = await api.send('GET', `/v1/workforce/runs/${other.runId}/events`, {
      key,
      headers: { 'last-event-id': first!.id },
    });
    expect(status).toBe(422);
  });

  it('the API returns 404 for another team’s run and for an unknown run', async () => {
    const writer = await start();
    const other = await api.newTeam();
    for (const [id, who] of [
      [writer.runId, other.key],
      ['run_0123456789abcdef0123456789abcdef', key],
      ['nothing', key],
    ] as const) {
      expect((await api.send('GET', `/v1/workforce/runs/${id}/events`, { key: who })).status).toBe(404);
    }
  });

  it('the API rejects an unknown dialect, a key without the scope and a missing key', async () => {
    const writer = await start();
    const path = `/v1/workforce/runs/${writer.runId}/events`;
    const { key: writing } = await api.newKey(teamId, ['runs:write']);
    expect((await api.send('GET', `${path}?stream=morse`, { key })).status).toBe(422);
    expect((await api.send('GET', path, { key: writing })).status).toBe(403);
    expect((await api.send('GET', path)).status).toBe(401);
  });
});
