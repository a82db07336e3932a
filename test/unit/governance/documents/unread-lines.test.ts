import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../src/governance/documents/read-document.ts';
import { unreadLines } from '../../../../src/governance/documents/unread-lines.ts';

const WORDS: readonly Box[] = [
  [100, 100, 300, 130],
  [100, 200, 300, 230],
  [100, 300, 300, 330],
];

describe('Unread ink', () => {
  it('a line as high as the words counts, even on a page that is read almost completely', () => {
    expect(unreadLines([[150, 160, 250, 185]], WORDS)).toEqual([[150, 160, 250, 185]]);
  });

  it('specks, and lines outside the writing, do not count', () => {
    expect(
      unreadLines(
        [
          [150, 160, 250, 170],
          [0, 500, 80, 530],
          [150, 160, 175, 185],
        ],
        WORDS,
      ),
    ).toEqual([]);
  });

  it('all of it counts on a page without words', () => {
    expect(unreadLines([[0, 0, 50, 5]], [])).toHaveLength(1);
  });
});
