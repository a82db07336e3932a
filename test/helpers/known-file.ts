/** Builds a file of known identifiers as the dataset's reader writes it (`pramaan_data/known.py`). */
export const knownFile = (words: readonly string[], slice: number): Buffer => {
  const bits = Buffer.alloc(4_096);
  const slices = words.flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - slice + 1) }, (_, at) => word.slice(at, at + slice)),
  );
  for (const word of [...words, ...slices]) {
    const [first, second] = [hash(word, 2_166_136_261), (hash(word, 3_735_928_559) | 1) >>> 0];
    for (let nth = 0; nth < 12; nth++) {
      const place = ((first + Math.imul(nth, second)) >>> 0) % (bits.length * 8);
      bits[place >> 3]! |= 1 << (place & 7);
    }
  }
  const lengths = [...new Set(words.map(({ length }) => length))];
  return Buffer.concat([Buffer.from(`${JSON.stringify({ lengths, slice, hashes: 12 })}\n`), bits]);
};

const hash = (word: string, seed: number): number =>
  [...word].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16_777_619) >>> 0, seed);
