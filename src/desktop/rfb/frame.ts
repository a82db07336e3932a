/** A picture of the screen: four bytes per pixel (red, green, blue and an unused one), in rows from the top. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** A rectangle of pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const BYTES_PER_PIXEL = 4;

/** A client's copy of the screen, kept up to date by the rectangles that the server sends. */
export class FrameBuffer implements Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = Buffer.alloc(width * height * BYTES_PER_PIXEL);
  }

  /** Returns whether a box lies entirely within the screen. */
  holds({ x, y, width, height }: Box): boolean {
    return x + width <= this.width && y + height <= this.height;
  }

  put(box: Box, pixels: Buffer): void {
    const row = box.width * BYTES_PER_PIXEL;
    for (let line = 0; line < box.height; line += 1) {
      pixels.copy(this.pixels, this.#at(box.x, box.y + line), line * row, (line + 1) * row);
    }
  }

  /** Copies a box from elsewhere on the screen. The two may overlap. */
  copy(from: { readonly x: number; readonly y: number }, to: Box): void {
    this.put(to, cut(this, { ...to, ...from }).pixels);
  }

  /** Returns a copy that is unaffected by later screen changes. */
  snapshot(): Frame {
    return { width: this.width, height: this.height, pixels: Buffer.from(this.pixels) };
  }

  #at(x: number, y: number): number {
    return (y * this.width + x) * BYTES_PER_PIXEL;
  }
}

/** Counts the pixels that differ between two frames of equal size. */
export const differingPixels = (one: Frame, other: Frame): number => {
  const count = one.width * one.height;
  const a = new Uint32Array(one.pixels.buffer, one.pixels.byteOffset, count);
  const b = new Uint32Array(other.pixels.buffer, other.pixels.byteOffset, count);
  let differing = 0;
  for (let at = 0; at < count; at += 1) if (a[at] !== b[at]) differing += 1;
  return differing;
};

/** Cuts a box out of a frame and returns it as a frame. */
export const cut = (frame: Frame, { x, y, width, height }: Box): Frame => {
  const row = width * BYTES_PER_PIXEL;
  const pixels = Buffer.allocUnsafe(row * height);
  for (let line = 0; line < height; line += 1) {
    const from = ((y + line) * frame.width + x) * BYTES_PER_PIXEL;
    frame.pixels.copy(pixels, line * row, from, from + row);
  }
  return { width, height, pixels };
};

/** Enlarges a frame by making each pixel `factor` times as wide and high. */
export const enlarge = (frame: Frame, factor: number): Frame => {
  const width = frame.width * factor;
  const source = new Uint32Array(frame.pixels.buffer, frame.pixels.byteOffset, frame.width * frame.height);
  const target = new Uint32Array(width * frame.height * factor);
  for (let y = 0; y < frame.height; y += 1) {
    const line = y * factor * width;
    for (let x = 0; x < frame.width; x += 1) {
      target.fill(source[y * frame.width + x]!, line + x * factor, line + (x + 1) * factor);
    }
    for (let again = 1; again < factor; again += 1) {
      target.copyWithin(line + again * width, line, line + width);
    }
  }
  return { width, height: frame.height * factor, pixels: Buffer.from(target.buffer) };
};
