import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, frameOf, splitPayload } from '../../../src/sandbox/frames.ts';

const ofEngine = (kind: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(8);
  header[0] = kind;
  header.writeUInt32BE(data.length, 4);
  return Buffer.concat([header, data]);
};
const ofSupervisor = (type: string, payload: Buffer): Buffer => {
  const header = Buffer.alloc(5);
  header.write(type, 'latin1');
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
};
const cut = (data: Buffer, sizes: readonly number[]): Buffer[] => {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const size of sizes) pieces.push(data.subarray(at, (at += size)));
  return [...pieces, data.subarray(at)].filter(({ length }) => length > 0);
};
const payload = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });

describe('The frame reader', () => {
  it('the reader finds the same frames however the container engine and network split the stream', () => {
    const frames = fc.array(fc.tuple(fc.constantFrom('R', 'O', 'E', 'X'), payload), { maxLength: 8 });
    fc.assert(
      fc.property(frames, sizes, sizes, payload, (sent, pieces, chunks, noise) => {
        const stream = Buffer.concat(sent.map(([type, content]) => ofSupervisor(type, content)));
        // The container engine may send stderr between the pieces of stdout.
        const wire = cut(stream, pieces).flatMap((piece) => [ofEngine(2, noise), ofEngine(1, piece)]);
        const reader = new FrameReader();
        const received = cut(Buffer.concat(wire), chunks).flatMap((chunk) => reader.push(chunk));
        expect(received).toEqual(sent.map(([type, content]) => ({ type, payload: content })));
      }),
    );
  });

  it('the reader rejects an oversized frame before its payload arrives', () => {
    const header = Buffer.from([0x4f, 0x7f, 0xff, 0xff, 0xff]);
    expect(() => new FrameReader().push(ofEngine(1, header))).toThrow('too large');
  });

  it('the reader keeps the supervisor’s stderr up to a limit', () => {
    const reader = new FrameReader();
    for (let count = 0; count < 10; count += 1) reader.push(ofEngine(2, Buffer.from('x'.repeat(1_000))));
    expect(reader.complaint).toBe('x'.repeat(4_000));
  });
});

describe('A frame for the supervisor', () => {
  it('a frame carries its type, its length and JSON', () => {
    const frame = frameOf('G', { name: 'é' });
    expect(frame.subarray(0, 5)).toEqual(Buffer.from([0x47, 0, 0, 0, 13]));
    expect(JSON.parse(frame.toString('utf8', 5))).toEqual({ name: 'é' });
    expect(frameOf('P')).toEqual(Buffer.from([0x50, 0, 0, 0, 0]));
  });
});

describe('A payload', () => {
  it('a payload is a line of JSON followed by raw bytes, newlines included', () => {
    const content = Buffer.from([10, 0, 255, 10]);
    expect(splitPayload(Buffer.concat([Buffer.from('{"a":1}\n'), content]))).toEqual({
      head: { a: 1 },
      content,
    });
    expect(splitPayload(Buffer.from('{"a":1}'))).toEqual({ head: { a: 1 }, content: Buffer.alloc(0) });
  });
});
