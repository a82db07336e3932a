import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExtractionBody } from '../../../src/contract/documents.ts';
import { judge, TRUTH } from '../../helpers/photo-truth.ts';
import { runCode } from '../../helpers/sandboxes.ts';
import { useService } from '../../helpers/use-service.ts';

const ROWS = readFileSync(new URL('../../../src/runs/document/sandbox/rows.py', import.meta.url), 'utf8');
const DRAW = readFileSync(new URL('../../fixtures/photos/draw.py', import.meta.url), 'utf8');

const service = await useService({ sandboxes: true });

const photoOf = async (document: string, way: string): Promise<string> => {
  const { files, stderr } = await runCode(service, {
    code: `${DRAW}\nmain('/tmp', '${document}', ['${way}'])`,
    return_files: ['photos.json'],
    timeout_ms: 60_000,
  });
  expect(stderr).toBe('');
  const photos = JSON.parse(Buffer.from(files[0]!.content_b64!, 'base64').toString()) as Record<
    string,
    string
  >;
  return photos[`${document}-${way}`]!;
};

const extract = async (document: string, way: string): Promise<ExtractionBody> => {
  const response = await service.request('POST', '/v1/documents/extract', {
    type: TRUTH[document]!.type,
    document_b64: await photoOf(document, way),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as ExtractionBody;
};

const kindOf = (value: string): string => value.split(' ')[0]!;

describe('A photo sent by a messaging app', () => {
  // Recognition misreads this invoice's rupee sign as the digits 3, 7 and 9.
  it.each(['quarter', 'skew8-slant', 'blur'])(
    'extraction does not return a sum that begins with a misread rupee sign: invoice, %s',
    async (way) => {
      const answer = await extract('invoice', way);
      const { wrong, missing, doubted } = judge('invoice', answer);
      expect(wrong).toEqual([]);
      expect(answer.details.amounts.length).toBeGreaterThan(0);
      // The second reader may know the sign. Otherwise the note says what is missing. A code whose check
      // fails needs no note.
      const failed = new Set(doubted.map(kindOf).filter((kind) => ['gstin', 'ifsc'].includes(kind)));
      const lost = missing.filter((value) => !failed.has(kindOf(value)));
      if (lost.length > 0) expect(answer.notes.map(({ code }) => code)).toContain('misread');
    },
  );

  it('extraction returns every value of a form that lies on its side', async () => {
    expect(judge('claim', await extract('claim', 'quarter'))).toEqual({
      right: 9,
      missing: [],
      wrong: [],
      doubted: [],
    });
  });

  it('extraction returns every value of a card that is rotated by 12 degrees', async () => {
    expect(judge('pan', await extract('pan', 'skew12'))).toMatchObject({ missing: [], wrong: [] });
  });
});

/** Returns the lines that `rows_of` makes of blocks, each a list of lines of [text, left, top]. */
const rowsOf = async (
  blocks: readonly (readonly (readonly [string, number, number])[])[],
): Promise<unknown> => {
  const code = `${ROWS}
import json
word = lambda text, left, top: (text, 90, (left, top, left + 12 * len(text), top + 20))
blocks = [[[word(*word_at)] for word_at in block] for block in json.loads(r'''${JSON.stringify(blocks)}''')]
[' '.join(chars for chars, _, _ in row) for row in rows_of(blocks)]`;
  const { result, stderr } = await runCode(service, { code });
  expect(stderr).toBe('');
  return result;
};

describe('A column of figures that was recognised as a separate block', () => {
  it('its lines join the lines at the same height, and so does its heading', async () => {
    expect(
      await rowsOf([
        [
          ['Particulars', 0, 0],
          ['Room rent', 0, 40],
          ['Nursing', 0, 80],
          ['Net payable', 0, 160],
        ],
        [
          ['Qty', 400, 1],
          ['5', 400, 42],
          ['5', 400, 79],
        ],
        [
          ['Amount', 600, 2],
          ['22,500.00', 600, 41],
          ['4,250.00', 600, 83],
          ['26,750.00', 600, 161],
        ],
      ]),
    ).toEqual([
      'Particulars Qty Amount',
      'Room rent 5 22,500.00',
      'Nursing 5 4,250.00',
      'Net payable 26,750.00',
    ]);
  });

  it('a block of words beside another stays apart', async () => {
    expect(
      await rowsOf([
        [
          ['Sample Traders', 0, 0],
          ['Pune', 0, 40],
        ],
        [
          ['Bill to', 400, 0],
          ['411001', 400, 40],
        ],
      ]),
    ).toEqual(['Sample Traders', 'Pune', 'Bill to', '411001']);
  });

  it('figures without a line at their height stay where they are', async () => {
    expect(
      await rowsOf([
        [['Particulars', 0, 0]],
        [
          ['22,500.00', 600, 40],
          ['4,250.00', 600, 80],
        ],
      ]),
    ).toEqual(['Particulars', '22,500.00', '4,250.00']);
  });
});
