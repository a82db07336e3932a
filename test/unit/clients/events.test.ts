import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents, type StreamMessage } from '../../../clients/typescript/src/events.ts';

const TEXT =
  'retry: 2000\n\n: ping\n\nid: 1\nevent: CUSTOM\ndata: {"text":"a\u2028ब"}\n\n' +
  'id: 2\r\ndata: one\r\ndata: two\r\n\r\nid: end\nevent: RUN_FINISHED\ndata: {}\n\nid: 3\ndata: {"cut of';

const EVENTS: readonly StreamMessage[] = [
  { id: '1', event: 'CUSTOM', data: { text: 'a\u2028ब' } },
  { id: '2', event: 'message', data: 'one\ntwo' },
  { id: 'end', event: 'RUN_FINISHED', data: {} },
];

it('events are read from chunks of any size, without the one that was cut off', async () => {
  const bytes = new TextEncoder().encode(TEXT);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 })), async (sizes) => {
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const size of [...sizes, bytes.length]) chunks.push(bytes.subarray(at, (at += size)));
      const read: StreamMessage[] = [];
      const retries: number[] = [];
      for await (const one of readEvents(ReadableStream.from(chunks), (ms) => retries.push(ms)))
        read.push(one);
      expect(read).toEqual(EVENTS);
      expect(retries).toEqual([2000]);
    }),
  );
});
