/** Builds files for documents: small ones that open, and hostile ones. */
import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { pdfOf } from './pdf.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/**
 * Returns a black-and-white PNG.
 * @param rows its rows, packed; white if absent
 */
export const pngOf = (width: number, height: number, rows?: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = rows ?? Buffer.alloc((Math.ceil(width / 8) + 1) * height, 0xff).fill(0, 0, 0);
  if (rows === undefined)
    for (let row = 0; row < height; row += 1) pixels[row * (Math.ceil(width / 8) + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Returns a PNG whose header claims a size that its few bytes of pixels do not have. */
export const hugePng = (side: number): Buffer => pngOf(side, side, Buffer.alloc(64));

/** Returns a PDF with `count` empty pages. */
export const pdfOfPages = (count: number): Buffer =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(' ')}]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]>>'),
  ]);

/** Returns a PDF that runs a script when it is opened. */
export const pdfWithScript = (): Buffer =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]>>',
  ]);

/** Returns a PDF that needs a password. */
export const lockedPdf = (): Buffer => {
  const secret = '00'.repeat(32);
  const file = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]>>',
    `<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${secret}>/U<${secret}>>>`,
  ]).toString('latin1');
  return Buffer.from(
    file.replace('/Root 1 0 R', `/Root 1 0 R/Encrypt 4 0 R/ID[<${'ab'.repeat(16)}><${'ab'.repeat(16)}>]`),
    'latin1',
  );
};

/** Returns a PDF of about a kilobyte per megabyte, whose only page's content inflates to `mebibytes`. */
export const pdfBomb = async (mebibytes: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 9 });
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  const spaces = Buffer.alloc(1024 * 1024, ' ');
  for (let nth = 0; nth < mebibytes; nth += 1) if (!deflate.write(spaces)) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  const content = Buffer.concat(pieces).toString('latin1');
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]/Contents 4 0 R>>',
    `<</Length ${content.length}/Filter/FlateDecode>>stream\n${content}\nendstream`,
  ]);
};

/** Returns a picture that PDF readers open as another document. */
export const polyglot = (): Buffer => {
  const png = pngOf(100, 100);
  const text = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), pdfOfPages(1)]));
  return Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]);
};
