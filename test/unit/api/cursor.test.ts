import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from '../../../src/api/runs/cursor.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';

const master = (fill: number) => ({ id: `k${fill}`, key: Buffer.alloc(32, fill) });
const ring = new KeyRing([master(1)], 'cursor');
const position = { createdAt: new Date('2026-11-27T10:15:30.123Z'), id: 'run_1' };

describe('A cursor', () => {
  it('a cursor returns the position it was made for', () => {
    expect(readCursor(ring, 'team_a', writeCursor(ring, 'team_a', position))).toEqual(position);
  });

  it('a cursor remains valid after a key rotation', () => {
    const rotated = new KeyRing([master(2), master(1)], 'cursor');
    expect(readCursor(rotated, 'team_a', writeCursor(ring, 'team_a', position))).toEqual(position);
  });

  it('a cursor is rejected for another team, under another key and for another purpose', () => {
    const cursor = writeCursor(ring, 'team_a', position);
    expect(() => readCursor(ring, 'team_b', cursor)).toThrow();
    expect(() => readCursor(new KeyRing([master(2)], 'cursor'), 'team_a', cursor)).toThrow();
    expect(() => readCursor(new KeyRing([master(1)], 'codec-session'), 'team_a', cursor)).toThrow();
  });

  it.each(['.x', '.', '=', ' ', '!'])('a cursor followed by %j is rejected', (more) => {
    expect(() => readCursor(ring, 'team_a', writeCursor(ring, 'team_a', position) + more)).toThrow();
  });

  it('a cursor is rejected when any of its characters is changed, as is any other text', () => {
    const cursor = writeCursor(ring, 'team_a', position);
    fc.assert(
      fc.property(fc.nat({ max: cursor.length - 1 }), fc.constantFrom(...'Aa0_-'), (at, char) => {
        fc.pre(cursor[at] !== char && cursor[at] !== '.');
        expect(() => readCursor(ring, 'team_a', cursor.slice(0, at) + char + cursor.slice(at + 1))).toThrow();
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readCursor(ring, 'team_a', text)).toThrow();
      }),
    );
  });
});
