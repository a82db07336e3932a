import { describe, expect, it } from 'vitest';
import type { ExtractionBody } from '../../../src/contract/documents.ts';
import { pageOf, pdfOf, xfaOf } from '../../helpers/pdf.ts';
import { runCode } from '../../helpers/sandboxes.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({ sandboxes: true });

const send = async (file: Buffer, type = 'auto'): Promise<Response> =>
  service.request('POST', '/v1/documents/extract', { type, document_b64: file.toString('base64') });

const extract = async (file: Buffer, type?: string): Promise<ExtractionBody> => {
  const response = await send(file, type);
  expect(response.status).toBe(200);
  return (await response.json()) as ExtractionBody;
};

describe('A PDF’s text layer', () => {
  it.each(['Helvetica', 'Helvetica-Bold', 'Courier', 'Times-Roman'])(
    'the reader keeps the narrow digits of %s together',
    async (font) => {
      const lines = ['Rs. 1,12,450.00', 'A/c No: 50200048213377', 'Date: 12/11/2026'];
      const { document, details, notes } = await extract(pageOf(font, lines));
      expect(document!.text.split('\n')).toEqual(lines);
      expect(details.amounts.map(({ rupees }) => rupees)).toEqual(['112450.00']);
      expect(details.accounts.map(({ value }) => value)).toEqual(['50200048213377']);
      expect(details.dates.map(({ value }) => value)).toEqual(['2026-11-12']);
      expect(notes).toEqual([]);
    },
  );

  it('the reader includes values filled into form fields at their places', async () => {
    const file = pageOf(
      'Helvetica',
      ['PAN:', 'Aadhaar No:', 'City:', 'Cashless:', 'Accident:'],
      [
        { rect: '120 695 300 713', entries: '/FT/Tx/T(p)/V(BQTPM4821K)' },
        { rect: '120 675 300 693', entries: '/FT/Tx/T(a)/V(7351 6048 2957)' },
        { rect: '120 655 300 673', entries: '/FT/Ch/Ff 131072/T(c)/Opt[(Pune)(Gaya)]/V(Gaya)' },
        { rect: '120 637 132 649', entries: '/FT/Btn/T(n)/V/Yes/AS/Yes/AP<</N<</Yes null/Off null>>>>' },
        { rect: '120 617 132 629', entries: '/FT/Btn/T(x)/V/Off/AS/Off/AP<</N<</Yes null/Off null>>>>' },
        { rect: '320 695 380 713', entries: '/FT/Tx/Ff 8192/T(s)/V(never shown)' },
      ],
    );
    const { document, fields } = await extract(file);
    expect(fields).toMatchObject({ pan: 'BQTPM4821K', aadhaar: ['735160482957'] });
    expect(document!.text.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      'PAN: BQTPM4821K',
      'Aadhaar No: 7351 6048 2957',
      'City: Gaya',
      'Cashless: [x]',
      'Accident: [ ]',
    ]);
  });

  it('the reader handles words of 30,000 letters', async () => {
    const lines = Array.from({ length: 10 }, () => 'x'.repeat(30_000));
    const { document } = await extract(pageOf('Helvetica', lines));
    expect(document!.text.split('\n')).toEqual(lines);
  });

  it('an XFA form is reported as unreadable, and the values in its data are read', async () => {
    const { document, fields, notes } = await extract(
      xfaOf('<claim><PAN>BQTPM4821K</PAN><Claim_Amount>Rs. 1,12,450.00</Claim_Amount><City/></claim>'),
    );
    expect(document!.text.split('\n')).toEqual([
      'Please wait...',
      'PAN: BQTPM4821K',
      'Claim Amount: Rs. 1,12,450.00',
    ]);
    expect(fields).toEqual({ pan: 'BQTPM4821K', amounts: ['1,12,450.00'] });
    expect(notes).toEqual([
      { code: 'part-not-read', detail: expect.stringMatching(/XFA form.*cannot be read/) as unknown },
    ]);
  });

  it('an XFA form without readable data is still reported as unreadable', async () => {
    const { document, notes } = await extract(xfaOf('<claim><PAN>BQTPM'));
    expect(document!.text).toBe('Please wait...');
    expect(notes.map(({ code, detail }) => [code, /XFA/.test(detail)])).toEqual([['part-not-read', true]]);
  });

  it('a PDF is reported as damaged when none of its pages can be opened', async () => {
    const file = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 100000>>']);
    const response = await send(file);
    expect(response.status).toBe(422);
    const { errors } = (await response.json()) as { errors: { message: string }[] };
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/damaged/)]);
  });
});

/** Draws a sheet of paper on a dark desk, seen at a slant, with the edge of a shadow across it. */
const PHOTO = `
import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from matplotlib import font_manager
lines = ['CLAIM FORM', 'Policy No: HI-1010', 'Name: Meera Sample', 'PAN: ABCPK1234L', 'Aadhaar: 2345 6789 1238',
         'Date of Admission: 12/10/2026', 'Claimed Amount: Rs. 1,23,456.78', 'IFSC: HDFC0001234']
font = ImageFont.truetype(font_manager.findfont('DejaVu Sans'), 32)
sheet = Image.new('L', (1200, 900), 250)
pen = ImageDraw.Draw(sheet)
for at, line in enumerate(lines):
    pen.text((420, 60 + at * 95), line, font=font, fill=15)
slant = (1.08, 0.02, -70, -0.02, 1.06, -60, 0.00004, 0.00003)
how = Image.Transform.PERSPECTIVE, slant, Image.Resampling.BICUBIC
grey = numpy.asarray(sheet.transform((1300, 1000), *how, fillcolor=0), float)
mask = numpy.asarray(Image.new('L', sheet.size, 255).transform((1300, 1000), *how, fillcolor=0), float) / 255
across = numpy.arange(1300)[None, :] + 0.4 * numpy.arange(1000)[:, None]
light = 1 - 0.55 / (1 + numpy.exp(-(across - 760) / 70))
photo = (grey * mask + 60 * (1 - mask)) * light + numpy.random.default_rng(3).normal(0, 3, grey.shape)
photo = Image.fromarray(numpy.clip(photo, 0, 255).astype('uint8')).filter(ImageFilter.GaussianBlur(0.5))
photo.save('/tmp/photo.jpg', quality=75)
`;

it('the reader reads a photo on both sides of a shadow', async () => {
  const { files, stderr } = await runCode(service, { code: PHOTO, return_files: ['photo.jpg'] });
  expect(stderr).toBe('');
  const { fields, notes } = await extract(Buffer.from(files[0]!.content_b64!, 'base64'));
  expect(fields).toEqual({
    pan: 'ABCPK1234L',
    aadhaar: ['234567891238'],
    ifsc: 'HDFC0001234',
    amounts: ['1,23,456.78'],
  });
  expect(notes).toEqual([]);
});
