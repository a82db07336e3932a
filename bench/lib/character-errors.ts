/** Returns the smallest number of characters by which a known line differs from one of the lines that were read. */
export const characterErrors = (known: string, lines: readonly string[]): number =>
  Math.min([...known].length, ...lines.map((line) => distance([...known], [...line.trim()])));

const distance = (one: readonly string[], other: readonly string[]): number => {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, sign] of one.entries()) {
    const row = [i + 1];
    for (let j = 1; j <= other.length; j++)
      row.push(Math.min(before[j - 1]! + (sign === other[j - 1] ? 0 : 1), before[j]! + 1, row[j - 1]! + 1));
    before = row;
  }
  return before.at(-1)!;
};
