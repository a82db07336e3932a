import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const COLOURS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const INDEXED = 3;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA bytes, in base64. */
  readonly data: string;
}

/** Returns a picture's pixels, decoded by a browser. */
const pixelsOf = async (page: Page, png: Buffer): Promise<Pixels> =>
  page.evaluate<Pixels>(`(async () => {
    const response = await fetch('data:image/png;base64,${png.toString('base64')}');
    const picture = await createImageBitmap(await response.blob());
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let text = '';
    for (let at = 0; at < data.length; at += 30_000) text += String.fromCharCode(...data.subarray(at, at + 30_000));
    return { width, height, data: btoa(text) };
  })()`);

const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

/**
 * Converts a screenshot to a PNG with a palette of its most frequent colours, and replaces every other colour with the nearest of
 * these. The loss is not visible, because screenshots consist of flat areas and the edges of letters.
 */
export const palettePng = async (page: Page, png: Buffer): Promise<Buffer> => {
  const { width, height, data } = await pixelsOf(page, png);
  const rgba = Buffer.from(data, 'base64');
  const colourAt = (pixel: number): number => rgba.readUIntBE(4 * pixel, 3);
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    counts.set(colourAt(pixel), (counts.get(colourAt(pixel)) ?? 0) + 1);
  }
  const palette = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, COLOURS)
    .map(([colour]) => colour);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const placeOf = (colour: number): number => {
    const known = places.get(colour);
    if (known !== undefined) return known;
    let nearest = 0;
    for (const [place, one] of palette.entries()) {
      if (distance(one, colour) < distance(palette[nearest]!, colour)) nearest = place;
    }
    places.set(colour, nearest);
    return nearest;
  };
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = placeOf(colourAt(pixel));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED, 0, 0, 0], 8);
  const colours = Buffer.alloc(3 * palette.length);
  for (const [place, colour] of palette.entries()) colours.writeUIntBE(colour, 3 * place, 3);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};
