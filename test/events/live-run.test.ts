import { setTimeout as sleep } from 'node:timers/promises';
import { HttpAgent } from '@ag-ui/client';
import { EventSchemas } from '@ag-ui/core/schemas';
import { describe, expect, it, onTestFinished } from 'vitest';
import { joinedTexts } from './joined-texts.ts';
import { type OpenStream, openStream, type StreamRequest } from '../helpers/live-stream.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { untilSandboxesReady } from '../helpers/sandboxes.ts';
import type { Sent } from '../helpers/server-sent-events.ts';
import { bootService, useService } from '../helpers/use-service.ts';
import { useFakeProvider } from '../model-provider/server.ts';
import { openai } from '../model-provider/openai.ts';
import { type Said, stream as reply } from '../model-provider/replies.ts';
import { byTurn, kycTurns } from '../model-provider/scripts.ts';

const LIMIT = { timeout: 180_000 };

/** The text of each turn. It contains a made-up identifier, because a model can say anything. */
const SAYING =
  'I have read the papers of the claim; the number 2345 6789 1238 is on one of them, and I go on with that. ';
const talking: readonly Said[] = kycTurns().map((turn) => ({ ...turn, text: SAYING.repeat(2) }));

/** Milliseconds that the model spends on a turn. */
let thinkingMs = 0;
const script = byTurn(
  openai,
  ...talking.map(
    (said) => () => reply(openai.events(said).flatMap((write) => [{ sleepMs: thinkingMs / 10 }, { write }])),
  ),
);
const provider = await useFakeProvider(openai, script);
const service = await useService({ sandboxes: true, provider });

const post = async (more: Partial<StreamRequest> = {}, on = service): Promise<OpenStream> => {
  const stream = await openStream(`${on.url}/v1/workforce/run`, {
    key: on.key,
    body: { vertical: 'kyc' },
    ...more,
  });
  onTestFinished(stream.cut);
  return stream;
};

const follow = async (runId: string, lastEventId?: string): Promise<OpenStream> => {
  const stream = await openStream(`${service.url}/v1/workforce/runs/${runId}/events`, {
    key: service.key,
    lastEventId,
  });
  onTestFinished(stream.cut);
  return stream;
};

const runIdOf = ({ headers }: OpenStream): string => headers['x-run-id'] as string;

interface Body {
  readonly type: string;
  readonly name?: string;
  readonly toolCallName?: string;
  readonly value?: { readonly seq: number; readonly row_hash: string; readonly action: string };
  readonly delta?: string;
  readonly messageId?: string;
}

const bodies = (events: readonly Sent[]): readonly Body[] =>
  events.map(({ data }) => JSON.parse(data) as Body);

describe('POST /v1/workforce/run', () => {
  it('the API streams a live run from start to end with the exact ledger rows', LIMIT, async () => {
    const stream = await post();
    expect(stream.status).toBe(200);
    const runId = runIdOf(stream);
    expect(stream.headers.location).toBe(`${service.url}/v1/workforce/runs/${runId}/events`);
    const events = await stream.ended();
    for (const body of bodies(events)) EventSchemas.parse(body);
    const types = events.map(({ event }) => event);
    expect(types.slice(0, 2)).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT']);
    expect(types.filter((type) => /^RUN_(?:FINISHED|ERROR)$/.test(type!))).toEqual(['RUN_FINISHED']);
    const run = await service.run(runId);
    expect(JSON.parse(events.at(-1)!.data)).toMatchObject({
      type: 'RUN_FINISHED',
      result: { decision: 'approve', ledger_ref: run.ledger_ref },
    });
    const rows = bodies(events).flatMap(({ name, value }) => (name === 'ledger.entry' ? [value!] : []));
    const { entries } = await service.ledgerOf(runId);
    expect(rows.map(({ seq, row_hash, action }) => [seq, row_hash, action])).toEqual(
      entries.map(({ seq, row_hash, action }) => [seq, row_hash, action]),
    );
    expect(bodies(events).flatMap(({ toolCallName }) => toolCallName ?? [])).toEqual(
      kycTurns().map(({ calls }) => calls![0]!.tool),
    );
    expect(bodies(events).some(({ name }) => name === 'egress.block')).toBe(true);
    expect(stream.text()).toContain('XXXX XXXX 1238');
    expect(stream.text()).not.toMatch(/2345 ?6789 ?1238|ABCPK1234L/);
    expect(await (await follow(runId)).ended()).toHaveLength(joinedTexts(events).length);
  });

  it(
    'a client that reconnects midway neither misses nor repeats an event, and the run does not wait for it',
    LIMIT,
    async () => {
      thinkingMs = 300;
      const first = await post();
      const runId = runIdOf(first);
      const seen: Sent[] = [];
      let stream = first;
      for (let n = 1; seen.at(-1)?.id !== 'end'; n += 1) {
        await stream.until(3 * n).catch(() => undefined);
        seen.push(...stream.events());
        stream.cut();
        await sleep(20);
        if (seen.at(-1)?.id !== 'end') stream = await follow(runId, seen.at(-1)?.id);
      }
      thinkingMs = 0;
      expect(joinedTexts(seen)).toEqual(joinedTexts(await (await follow(runId)).ended()));
    },
  );

  it('the run finishes even though its client has disconnected', LIMIT, async () => {
    const stream = await post();
    await stream.until(1);
    stream.cut();
    expect(await service.finished(runIdOf(stream))).toMatchObject({
      status: 'succeeded',
      decision: 'approve',
    });
  });

  it('the stream reports the cancellation and withdraws unfinished text', LIMIT, async () => {
    thinkingMs = 3_000;
    const stream = await post();
    await stream.until(({ event }) => event === 'TEXT_MESSAGE_CONTENT');
    await service.request('POST', `/v1/workforce/runs/${runIdOf(stream)}/cancel`);
    const events = await stream.ended();
    thinkingMs = 0;
    expect(bodies(events).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'cancelled' });
    expect(await service.run(runIdOf(stream))).toMatchObject({
      status: 'error',
      error: { code: 'cancelled' },
    });
  });

  it('one Idempotency-Key starts one run and returns the same stream again', LIMIT, async () => {
    const headers = { 'idempotency-key': 'once' };
    const streams = await Promise.all([1, 2, 3].map(async () => post({ headers })));
    expect(new Set(streams.map(runIdOf)).size).toBe(1);
    const replayed = streams.map((stream) => stream.headers['idempotency-replayed']);
    expect(replayed.filter((value) => value === 'true')).toHaveLength(2);
    const all = await Promise.all(streams.map(async (stream) => joinedTexts(await stream.ended())));
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
    const other = await post({ headers, body: { vertical: 'kyc', case: { id: 'another' } } });
    expect(other.status).toBe(422);
  });

  it('the AG-UI client may pass the vertical and the case in its forwarded properties', LIMIT, async () => {
    const agent = new HttpAgent({
      url: `${service.url}/v1/workforce/run`,
      headers: { authorization: `Bearer ${service.key}` },
      initialMessages: [{ id: 'm1', role: 'user', content: 'Look at this claim, please.' }],
    });
    const { result } = await agent.runAgent({ forwardedProps: { vertical: 'kyc' } });
    expect(result).toMatchObject({ decision: 'approve' });
    expect(agent.state).toMatchObject({ status: 'succeeded', mode: 'live', vertical: 'kyc' });
  });

  it('the stream continues when the worker is killed midway', LIMIT, async () => {
    const own = await bootService(onTestFinished, { worker: false, sandboxes: true, provider });
    const doomed = await startWorkerProcess(own.env);
    await untilSandboxesReady(own);
    thinkingMs = 500;
    const stream = await post({}, own);
    await stream.until(({ data }) => data.includes('"kyc.verify"'));
    await stream
      .until(({ event, data }) => event === 'TEXT_MESSAGE_CONTENT' && data.includes('-3"'))
      .catch(() => undefined);
    await doomed.kill('SIGKILL');
    const next = await startWorkerProcess(own.env);
    onTestFinished(async () => next.kill('SIGKILL'));
    const events = await stream.ended();
    thinkingMs = 0;
    expect(events.at(-1)!.event).toBe('RUN_FINISHED');
    const { entries } = await own.ledgerOf(runIdOf(stream));
    const rows = bodies(events).flatMap(({ name, value }) => (name === 'ledger.entry' ? [value!.seq] : []));
    expect(rows).toEqual(entries.map(({ seq }) => seq));
    const replay = await openStream(`${own.url}/v1/workforce/runs/${runIdOf(stream)}/events`, {
      key: own.key,
    });
    const kept = (all: readonly Sent[]) =>
      bodies(all).filter(({ type }) => /^(?:TOOL_CALL|CUSTOM|STATE)/.test(type));
    expect(kept(events)).toEqual(kept(await replay.ended()));
  });
});

describe('A simulated run', () => {
  it('a simulated run can be followed even after its end', LIMIT, async () => {
    const { id } = await service.startRun('kyc');
    const events = await (await follow(id)).ended();
    const { entries } = await service.ledgerOf(id);
    const rows = bodies(events).flatMap(({ name, value }) =>
      name === 'ledger.entry' ? [value!.row_hash] : [],
    );
    expect(rows).toEqual(entries.map(({ row_hash }) => row_hash));
    expect(await (await follow(id)).ended()).toEqual(events);
  });
});
