import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../src/governance/documents/format.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('The format of a file', () => {
  it.each([
    ['pdf', Buffer.from('%PDF-1.7\n')],
    ['pdf', Buffer.from('\uFEFF\n%PDF-1.4')],
    ['png', bytes('89504e470d0a1a0a00')],
    ['jpeg', bytes('ffd8ffe1')],
    ['tiff', bytes('49492a0008000000')],
    ['tiff', bytes('4d4d002a00000008')],
    ['webp', bytes('524946460000000057454250')],
    ['text', Buffer.from('नमस्ते, a log\n')],
  ])('the service recognises %s by its first bytes', (format, content) => {
    expect(formatOf(content, '')).toBe(format);
    expect(formatOf(content, 'application/octet-stream')).toBe(format);
  });

  it.each([
    ['other bytes', bytes('00010203'), ''],
    ['text that is not UTF-8', bytes('41ff42'), 'text/plain'],
    ['a picture that is declared to be a PDF', bytes('89504e470d0a1a0a'), 'application/pdf'],
    ['a PDF that is declared to be text', Buffer.from('%PDF-1.7'), 'text/plain'],
    ['text that is declared to be a picture', Buffer.from('hello'), 'image/png'],
    ['a PDF that begins somewhere in the file', Buffer.from(`${'x'.repeat(80)}%PDF-1.7`), 'application/pdf'],
    ['a sound file in the same container as WebP', bytes('524946460000000057415645'), 'image/webp'],
  ])('the service refuses %s', (_, content, declared) => {
    expect(formatOf(content, declared)).toBeUndefined();
  });
});
