import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { joinedTexts } from './joined-texts.ts';
import { openStream } from '../helpers/live-stream.ts';
import { type LiveWriter, startLiveWriter } from '../helpers/live-writer.ts';
import { type ServiceProcess, startApiProcess } from '../helpers/process.ts';
import type { Sent } from '../helpers/server-sent-events.ts';

/** Total number of cuts. A thousand have also been tried by hand. */
const CUTS = 80;
const READERS = 8;

let api: TestApi;
let other: ServiceProcess & { readonly url: string };

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_MINUTE: '1000000' });
  other = await startApiProcess({
    DATABASE_URL: api.database.url,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  return async () => other.kill('SIGKILL');
});

const below = (limit: number): number => Math.floor(Math.random() * limit);

describe('Readers that are disconnected at random while a model writes', () => {
  it(`all readers end up with the same events after ${CUTS} cuts on two processes`, async () => {
    const { teamId, key } = await api.newTeam();
    const writer: LiveWriter = await startLiveWriter(api.database, teamId);
    onTestFinished(writer.close);
    const urls = [api.url, other.url].map((url) => `${url}/v1/workforce/runs/${writer.runId}/events`);
    const now = { cuts: 0, written: false };
    const read = async (): Promise<readonly Sent[]> => {
      const seen: Sent[] = [];
      while (seen.at(-1)?.id !== 'end') {
        const stream = await openStream(urls[below(2)]!, { key, lastEventId: seen.at(-1)?.id });
        if (now.written) seen.push(...(await stream.ended()));
        else {
          await Promise.race([stream.until(1 + below(6)).catch(() => undefined), sleep(below(200))]);
          seen.push(...stream.events().slice(0, below(7)));
          stream.cut();
          now.cuts += 1;
        }
      }
      return seen;
    };
    const reading = Array.from({ length: READERS }, read);
    for (let turn = 1; now.cuts < CUTS; turn += 1) {
      const text = `Turn ${turn}. ${'the claim was looked at and nothing in it speaks against it '.repeat(8)}`;
      for (let at = 0; at < text.length; at += 40) {
        writer.delta(turn, text.slice(at, at + 40));
        await sleep(15);
      }
      await writer.message(turn, text);
      await writer.entry('agent.turn');
    }
    await writer.succeed();
    now.written = true;
    const [first, ...others] = (await Promise.all(reading)).map(joinedTexts);
    const uncut = joinedTexts(await (await openStream(urls[0]!, { key })).ended());
    expect(first).toEqual(uncut);
    for (const one of others) expect(one).toEqual(uncut);
  });
});
