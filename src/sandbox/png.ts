import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_END = 33;
/** Keyword and text that src/runs/agent/analysis/sandbox/pramaan_data/plots.py writes into the files of figures without data. */
const NO_DATA = Buffer.from('Pramaan\0no data', 'latin1');
/** Maximum number of pixel bytes to check; larger pictures are accepted without checking their pixels. */
const MAX_PIXEL_BYTES = 32 * 1024 * 1024;
/** Samples per pixel, by colour type (PNG, section 11.2.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Layout {
  readonly height: number;
  readonly rowBytes: number;
  readonly pixelBytes: number;
  readonly plain: boolean;
}

/**
 * Reads the pixel layout from the header.
 * @returns undefined if this is not a PNG file
 */
const layoutOf = (png: Buffer): Layout | undefined => {
  if (png.length < HEADER_END || !png.subarray(0, 8).equals(SIGNATURE)) return undefined;
  if (png.readUInt32BE(8) !== 13 || png.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, interlaced] = [png[24] ?? 0, png[28] !== 0];
  const samples = SAMPLES[png[25] ?? -1];
  if (width === 0 || height === 0 || samples === undefined) return undefined;
  const rowBytes = Math.ceil((width * samples * depth) / 8);
  return { height, rowBytes, pixelBytes: (samples * depth) / 8, plain: !interlaced && depth >= 8 };
};

interface Content {
  readonly data: Buffer;
  readonly saysNoData: boolean;
}

/**
 * Reads the part of the file after the header.
 * @returns undefined if the file is cut off
 */
const contentOf = (png: Buffer): Content | undefined => {
  const parts: Buffer[] = [];
  let saysNoData = false;
  for (let at = HEADER_END; at + 12 <= png.length;) {
    const size = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    if (at + 12 + size > png.length) return undefined;
    const body = png.subarray(at + 8, at + 8 + size);
    if (kind === 'IDAT') parts.push(body);
    if (kind === 'tEXt' && body.equals(NO_DATA)) saysNoData = true;
    if (kind === 'IEND') return { data: Buffer.concat(parts), saysNoData };
    at += 12 + size;
  }
  return undefined;
};

const paeth = (left: number, up: number, corner: number): number => {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
};

const predict = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
};

/**
 * Returns whether every pixel equals the first. Undoes the filters (PNG, section 9.2); looking at a few rows is usually enough.
 */
const isOneColour = (rows: Buffer, { height, rowBytes, pixelBytes }: Layout): boolean => {
  const first = rows.subarray(1, 1 + pixelBytes);
  let above: Uint8Array = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const filter = rows[start] ?? 0;
    const row = new Uint8Array(rowBytes);
    for (let x = 0; x < rowBytes; x += 1) {
      const [left, corner] = x < pixelBytes ? [0, 0] : [row[x - pixelBytes] ?? 0, above[x - pixelBytes] ?? 0];
      row[x] = (rows[start + 1 + x] ?? 0) + predict(filter, left, above[x] ?? 0, corner);
      if (row[x] !== first[x % pixelBytes]) return false;
    }
    above = row;
  }
  return true;
};

/**
 * Inspects a picture made by untrusted code.
 * @returns `invalid` if it is not a PNG file, `blank` if it has a single colour, `no-data` if the file itself says that its
 * figure contained no data
 */
export const inspectPng = (png: Buffer): 'picture' | 'no-data' | 'blank' | 'invalid' => {
  const layout = layoutOf(png);
  const content = layout === undefined ? undefined : contentOf(png);
  if (layout === undefined || content === undefined) return 'invalid';
  const size = (layout.rowBytes + 1) * layout.height;
  if (content.saysNoData) return 'no-data';
  if (!layout.plain || size > MAX_PIXEL_BYTES) return 'picture';
  try {
    const rows = inflateSync(content.data, { maxOutputLength: size });
    if (rows.length < size) return 'invalid';
    return isOneColour(rows, layout) ? 'blank' : 'picture';
  } catch {
    return 'invalid';
  }
};
