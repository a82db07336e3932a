import { describe, expect, it } from 'vitest';
import { pauseAfter } from '../../../../src/store/webhooks/outcome.ts';

describe('The pauses between attempts of a delivery', () => {
  it('grow from seconds to six hours and stay there', () => {
    const pauses = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1, 0.5));
    expect(pauses).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600, 21_600, 21_600]);
  });

  it('differ by a tenth in both directions, so that deliveries do not return together', () => {
    expect([pauseAfter(4, 0), pauseAfter(4, 1)]).toEqual([540, 660]);
  });

  it('leave room for a dozen attempts within three days', () => {
    let [attempts, elapsed] = [1, 0];
    for (; elapsed + pauseAfter(attempts, 0.5) <= 72 * 3_600; attempts += 1)
      elapsed += pauseAfter(attempts, 0.5);
    expect(attempts).toBeGreaterThanOrEqual(12);
  });
});
