import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExtractionBody } from '../../../src/contract/documents.ts';
import { judge, TRUTH } from '../../helpers/photo-truth.ts';
import { runCode } from '../../helpers/sandboxes.ts';
import { useService } from '../../helpers/use-service.ts';

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

describe('A photo sent by a messaging app', () => {
  // Recognition misreads this invoice's rupee sign as the digits 3, 7 and 9.
  it.each(['quarter', 'skew8-slant', 'blur'])(
    'extraction does not return a sum that begins with a misread rupee sign: invoice, %s',
    async (way) => {
      const answer = await extract('invoice', way);
      const { wrong } = judge('invoice', answer);
      expect(wrong).toEqual([]);
      expect(answer.details.amounts.length).toBeGreaterThan(0);
      expect(answer.notes.map(({ code }) => code)).toContain('misread');
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
