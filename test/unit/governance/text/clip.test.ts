import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, clipStart } from '../../../../src/governance/text/clip.ts';

describe('Clipped text', () => {
  it('clipping keeps the longest start or end that fits and never splits a character', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', 'हि') });
    fc.assert(
      fc.property(text, fc.nat(30), (whole, max) => {
        for (const [cut, matches] of [
          [clip(whole, max), whole.startsWith(clip(whole, max))],
          [clipStart(whole, max), whole.endsWith(clipStart(whole, max))],
        ] as const) {
          expect(matches).toBe(true);
          expect(cut.isWellFormed()).toBe(true);
          expect(cut.length).toBeLessThanOrEqual(max);
          expect(cut.length).toBeGreaterThanOrEqual(Math.min(whole.length, max) - 1);
        }
      }),
    );
  });

  it('clipping keeps a lone surrogate that the text already had', () => {
    expect(clip('a\uDC00b', 2)).toBe('a\uDC00');
    expect(clipStart('\uD800ab', 2)).toBe('ab');
  });
});
