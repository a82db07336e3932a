import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { maskText } from '../../src/governance/mask.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { eraseCase } from '../../src/runs/erase.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { grouped, makeAadhaar, makeEmail, makePan } from '../helpers/identifiers.ts';
import type { OpenStream } from '../helpers/live-stream.ts';
import type { LiveWriter } from '../helpers/live-writer.ts';
import type { Sent } from '../helpers/server-sent-events.ts';
import { useLiveApi } from './live-api.ts';

const { api, teamId, start, follow: followRun } = await useLiveApi({ RATE_LIMIT_PER_MINUTE: '100000' });

const follow = async (runId: string, lastEventId?: string): Promise<OpenStream> =>
  followRun(runId, { lastEventId });

/** Returns the text of each message that a client has in the end, without withdrawn text. */
const textsOf = (events: readonly Sent[]): Readonly<Record<string, string>> => {
  const texts: Record<string, string> = {};
  for (const { data } of events) {
    const body = JSON.parse(data) as {
      type: string;
      messageId: string;
      delta: string;
      messages: { id: string }[];
    };
    if (body.type === 'TEXT_MESSAGE_CONTENT')
      texts[body.messageId] = (texts[body.messageId] ?? '') + body.delta;
    if (body.type !== 'MESSAGES_SNAPSHOT') continue;
    const kept = new Set(body.messages.map(({ id }) => id));
    for (const id of Object.keys(texts)) if (!kept.has(id)) delete texts[id];
  }
  return texts;
};

const WORDS = 'the claim was looked at and nothing in it speaks against what the hospital has written '.split(
  ' ',
);
const prose = (count: number): string =>
  Array.from({ length: count }, (_, n) => WORDS[n % WORDS.length]).join(' ');

/** Writes text as a model does: a few characters at a time. */
const write = async (writer: LiveWriter, turn: number, text: string, attempt = 1): Promise<void> => {
  for (let at = 0; at < text.length; at += 7) {
    writer.delta(turn, text.slice(at, at + 7), attempt);
    if (at % 70 === 0) await sleep(15);
  }
};

describe('A model’s text on a stream', () => {
  it('text arrives masked while it is being written and is complete in the end', async () => {
    const writer = await start();
    const secrets = [makeAadhaar(1), grouped(makeAadhaar(2), [4, 4, 4], ' '), makePan(3, 'P'), makeEmail(4)];
    const text = secrets.map((secret) => `${prose(25)}. It is ${secret} there. `).join('') + prose(30);
    const stream = await follow(writer.runId);
    await write(writer, 1, text);
    const early = await stream.until(({ event }) => event === 'TEXT_MESSAGE_CONTENT');
    expect(early.at(-1)!.id).toContain('~');
    await sleep(200);
    await writer.message(1, text);
    await writer.succeed();
    const events = await stream.ended();
    expect(events.filter(({ event }) => event === 'TEXT_MESSAGE_CONTENT').length).toBeGreaterThan(2);
    expect(textsOf(events)).toEqual({ [`${writer.runId}-1`]: maskText(text) });
    for (const secret of secrets) expect(stream.text()).not.toContain(secret);
    expect(textsOf(await (await follow(writer.runId)).ended())).toEqual(textsOf(events));
  });

  it('a reader that reconnects midway continues where it left off', async () => {
    const writer = await start();
    const text = prose(400);
    const writing = write(writer, 1, text);
    const seen: Sent[] = [];
    for (let round = 0; round < 6; round += 1) {
      const stream = await follow(writer.runId, seen.at(-1)?.id);
      await sleep(60);
      seen.push(...stream.events());
      stream.cut();
    }
    expect(seen.some(({ event }) => event === 'TEXT_MESSAGE_CONTENT')).toBe(true);
    await writing;
    await writer.message(1, text);
    await writer.succeed();
    seen.push(...(await (await follow(writer.runId, seen.at(-1)?.id)).ended()));
    expect(textsOf(seen)).toEqual({ [`${writer.runId}-1`]: text });
    expect(seen.filter(({ event }) => event === 'TEXT_MESSAGE_START')).toHaveLength(1);
  });

  it('a reader that missed some or all parts still receives the whole text', async () => {
    const writer = await start();
    const text = prose(200);
    await write(writer, 1, text.slice(0, 600));
    await sleep(150);
    const stream = await follow(writer.runId);
    await stream.until(2);
    await write(writer, 1, text.slice(600));
    await sleep(150);
    expect(stream.events()).toHaveLength(2);
    await writer.message(1, text);
    await writer.succeed();
    expect(textsOf(await stream.ended())).toEqual({ [`${writer.runId}-1`]: text });
  });

  it('a retried turn that says something else does not duplicate the text', async () => {
    const writer = await start();
    const stream = await follow(writer.runId);
    await stream.until(2);
    await write(writer, 1, `At first I thought that ${prose(60)}`);
    await stream.until(({ event }) => event === 'TEXT_MESSAGE_CONTENT');
    const second = `Now I see that ${prose(60)}`;
    await write(writer, 1, second, 2);
    await sleep(150);
    await writer.message(1, second);
    await writer.succeed();
    expect(textsOf(await stream.ended())).toEqual({ [`${writer.runId}-1`]: second });
  });

  it('the stream withdraws unfinished text when the run ends', async () => {
    const writer = await start();
    const stream = await follow(writer.runId);
    await stream.until(2);
    await write(writer, 1, prose(80));
    await stream.until(({ event }) => event === 'TEXT_MESSAGE_CONTENT');
    await writer.fail('max_turns');
    const events = await stream.ended();
    expect(textsOf(events)).toEqual({});
    expect(events.slice(-4).map(({ event }) => event)).toEqual([
      'TEXT_MESSAGE_END',
      'MESSAGES_SNAPSHOT',
      'STATE_DELTA',
      'RUN_ERROR',
    ]);
  });

  it('erasing a case removes its messages but keeps its ledger rows and tool events', async () => {
    const writer = await start();
    await writer.message(1, 'Meera Sample had an operation.');
    await writer.call('c', 't', '{"who":"Meera Sample"}');
    await writer.entry('db.query');
    await writer.result('c', 't', 'Meera Sample: insured');
    await writer.succeed();
    const { db, pool } = api.database;
    const erasure = { teamId, ref: writer.ledgerRef, reason: 'asked for', actor: bySomeKey };
    expect(await eraseCase(db, createLedger({ pool }), erasure)).toBeDefined();
    const stream = await follow(writer.runId);
    const events = await stream.ended();
    expect(stream.text()).not.toContain('Meera');
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['TOOL_CALL_START', 'CUSTOM', 'TOOL_CALL_RESULT', 'RUN_FINISHED']),
    );
    expect(events.map(({ event }) => event)).not.toContain('TEXT_MESSAGE_START');
  });

  it('huge text arrives in small parts', async () => {
    const writer = await start();
    const stream = await follow(writer.runId);
    const text = '₹ 1,00,000 🙏 '.repeat(15_000);
    await writer.message(1, text);
    await writer.succeed();
    const events = await stream.ended();
    expect(textsOf(events)).toEqual({ [`${writer.runId}-1`]: text });
    expect(Math.max(...events.map(({ data }) => data.length))).toBeLessThan(20_000);
  });

  it('text and tool results may contain any characters', async () => {
    const writer = await start();
    const odd = 'NUL \0, half \ud83d, line\r\n\r\ndata: {}\n\nid: 7\n\u2028 ends.';
    await writer.message(1, odd);
    await writer.call(odd, odd, odd);
    await writer.result(odd, odd, `${odd} ${makeAadhaar(9)}`, true);
    await writer.succeed();
    const stream = await follow(writer.runId);
    const events = await stream.ended();
    expect(events.map(({ event }) => event)).toEqual([
      'RUN_STARTED',
      'STATE_SNAPSHOT',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'STATE_DELTA',
      'RUN_FINISHED',
    ]);
    expect(stream.text()).not.toContain('\r');
    expect(stream.text()).not.toContain(makeAadhaar(9));
  });
});
