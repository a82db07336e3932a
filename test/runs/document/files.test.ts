import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeRunBody } from '../../../src/contract/code-run.ts';
import type { ExtractionBody } from '../../../src/contract/documents.ts';

const service = await useService({ sandboxes: true });
/** Documents by name, drawn once in one of the service's own sandboxes. */
let files: ReadonlyMap<string, string>;

const LINES = [
  'TAX INVOICE',
  'GSTIN: 24ADECL4057G1ZI',
  'Invoice No: INV/2026-27/001   Date: 03/11/2026',
  'Aadhaar: 2345 6789 1238',
  'PAN: ABCPK1234L',
  'IFSC: HDFC0001234',
  'Total Rs. 1,23,456.78',
];

/** Draws the lines as a PDF with a text layer and as pictures: clean, rotated, noisy and without any writing. */
const DRAW = `
import json, random
import numpy
from PIL import Image, ImageDraw, ImageFont
from matplotlib import font_manager, pyplot
import matplotlib
lines = json.loads(${JSON.stringify(JSON.stringify(LINES))})
matplotlib.rcParams['pdf.fonttype'] = 42
figure = pyplot.figure(figsize=(8.27, 11.69))
for at, line in enumerate(lines):
    figure.text(0.1, 0.9 - 0.03 * at, line, fontsize=11)
figure.savefig('/tmp/layer.pdf')
pyplot.close('all')
path = font_manager.findfont('DejaVu Sans')
def draw(texts, size=26, font=path):
    image = Image.new('L', (1000, 60 + len(texts) * (size + 18)), 255)
    pen = ImageDraw.Draw(image)
    for at, text in enumerate(texts):
        pen.text((40, 30 + at * (size + 18)), text, font=ImageFont.truetype(font, size), fill=0)
    return image
clean = draw(lines)
clean.save('/tmp/clean.png')
clean.convert('RGB').save('/tmp/scan.pdf', resolution=150)
clean.rotate(2.5, expand=True, fillcolor=255).save('/tmp/turned.png')
clean.transpose(Image.Transpose.ROTATE_180).save('/tmp/upside.png')
random = numpy.random.default_rng(1)
def noise(image, strength):
    grey = numpy.asarray(image).astype(float) + random.normal(0, strength, (image.height, image.width))
    return Image.fromarray(numpy.clip(grey, 0, 255).astype('uint8'))
noise(clean.resize((330, clean.height // 3)), 60).save('/tmp/poor.png')
noise(Image.new('L', (900, 600), 128), 70).save('/tmp/nothing.png')
hindi = [name for name in font_manager.findSystemFonts() if 'NotoSansDevanagari-Regular' in name or 'NotoSansDevanagari[' in name]
card = Image.new('L', (1000, 330), 255)
card.paste(draw(['भारत सरकार', 'जन्म तिथि'], 34, hindi[0]), (0, 0))
card.paste(draw(['DOB: 21/09/1990', '2345 6789 1238'], 34), (0, 150))
card.save('/tmp/hindi.png')
`;
import { useService } from '../../helpers/use-service.ts';
import { withoutIds } from '../../helpers/without-ids.ts';
const NAMES = [
  'layer.pdf',
  'scan.pdf',
  'clean.png',
  'turned.png',
  'upside.png',
  'poor.png',
  'nothing.png',
  'hindi.png',
];

beforeAll(async () => {
  const response = await service.request('POST', '/v1/run', { code: DRAW, return_files: NAMES });
  const drawn = (await response.json()) as CodeRunBody;
  if (drawn.exit_code !== 0) throw new Error(drawn.stderr);
  files = new Map(drawn.files.map(({ name, content_b64 }) => [name, content_b64!]));
});

const send = async (document_b64: string, type = 'auto'): Promise<Response> =>
  service.request('POST', '/v1/documents/extract', { type, document_b64 });

const extract = async (name: string, type?: string): Promise<ExtractionBody> => {
  const response = await send(files.get(name)!, type);
  expect(response.status).toBe(200);
  return (await response.json()) as ExtractionBody;
};

const FIELDS = {
  gstin: ['24ADECL4057G1ZI'],
  aadhaar: ['234567891238'],
  pan: 'ABCPK1234L',
  ifsc: 'HDFC0001234',
  amounts: ['1,23,456.78'],
};

describe('A file instead of text', () => {
  it('the reader reads a PDF’s text layer', async () => {
    const answer = await extract('layer.pdf', 'invoice');
    expect(answer).toMatchObject({ fields: FIELDS, valid: true, fits: true });
    expect(answer.document).toMatchObject({
      kind: 'pdf',
      left_out: 0,
      pages: [{ source: 'text', confidence: 1, start: 0 }],
    });
    expect(answer.document!.text.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual(
      LINES.map((line) => line.replaceAll(/ +/g, ' ')),
    );
    const { start, end } = answer.details.gstin[0]!;
    expect([...answer.document!.text].slice(start, end).join('')).toBe('24ADECL4057G1ZI');
  });

  it.each(['clean.png', 'turned.png', 'upside.png', 'scan.pdf'])(
    'the reader recognises the text in a picture: %s',
    async (name) => {
      const answer = await extract(name);
      expect(answer.fields).toEqual(FIELDS);
      expect(answer.document!.pages[0]).toMatchObject({ source: 'ocr' });
      expect(answer.details.aadhaar[0]!.confidence).toBeLessThan(1);
      expect(answer.redacted).not.toMatch(/2345 6789|ABCPK1234L/);
    },
  );

  it('the reader recognises Hindi', async () => {
    const answer = await extract('hindi.png', 'aadhaar');
    expect(answer.document!.text).toMatch(/भारत सरकार/);
    expect(answer).toMatchObject({
      fields: { aadhaar: ['234567891238'] },
      details: { date_of_birth: { value: '1990-09-21' } },
    });
  });

  it('a file that is hard to read is reported as such and never yields a made-up number', async () => {
    const poor = await extract('poor.png');
    const read = [poor.fields.pan, ...(poor.fields.aadhaar ?? []), ...(poor.fields.gstin ?? [])];
    const wrong = read.filter(
      (value) => value !== undefined && !Object.values(FIELDS).flat().includes(value),
    );
    for (const value of wrong) {
      const detail = [...poor.details.pans, ...poor.details.aadhaar, ...poor.details.gstin].find(
        (one) => one.value === value,
      );
      expect(detail!.confidence).toBeLessThan(0.6);
    }
    const nothing = await extract('nothing.png', 'aadhaar');
    expect(nothing).toMatchObject({ fields: {}, valid: false, pii: [] });
    expect(nothing.notes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['other-kind', 'poor-scan']),
    );
  });

  it('a file’s hash and pages are recorded with the sandbox that read it', async () => {
    const { ledger_ref } = await extract('layer.pdf');
    const response = await service.request('GET', `/v1/govern/ledger/${ledger_ref}`);
    const { entries } = (await response.json()) as { entries: { action: string; detail: object }[] };
    expect(entries.map(({ action }) => action)).toEqual([
      'sandbox.open',
      'sandbox.run',
      'sandbox.run',
      'document.extract',
      'sandbox.close',
    ]);
    expect(entries[1]!.detail).toMatchObject({ program: 'reader.py', kind: 'pdf', exit_code: 0 });
    expect(withoutIds(entries)).not.toMatch(/ABCPK1234L|6789|ADECL4057G/);
  });

  it('an unreadable file is rejected with the reason', async () => {
    const pdf = Buffer.from(files.get('layer.pdf')!, 'base64');
    const png = Buffer.from(files.get('clean.png')!, 'base64');
    for (const [content, message] of [
      [Buffer.from('plain text'), /PDF, PNG/],
      [pdf.subarray(0, 60), /damaged/],
      [png.subarray(0, 200), /damaged/],
      [bombOf(30_000), /25 million pixels/],
    ] as const) {
      const response = await send(content.toString('base64'));
      expect(response.status).toBe(422);
      const { errors } = (await response.json()) as { errors: { pointer: string; message: string }[] };
      expect(errors).toEqual([
        { in: 'body', pointer: '/document_b64', message: expect.stringMatching(message) },
      ]);
    }
  });

  it('the API accepts either text or a file', async () => {
    for (const body of [
      {},
      { text: 'x', document_b64: 'eA==' },
      { document_b64: '!' },
      { document_b64: '' },
    ]) {
      expect((await service.request('POST', '/v1/documents/extract', body)).status).toBe(422);
    }
  });
});

/** Returns a PNG whose header claims to be `side` pixels wide and high. */
const bombOf = (side: number): Buffer => {
  const png = Buffer.from(files.get('clean.png')!, 'base64');
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(side, 16);
  bomb.writeUInt32BE(side, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  return bomb;
};
