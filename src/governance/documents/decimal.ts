/** Exact decimal numbers: whole millionths in a bigint. Tax arithmetic never uses floats. */

export type Millionths = bigint;

const ONE = 1_000_000n;

/** Parses figures with or without commas. Returns undefined for any other text, and for more than six decimals. */
export const parseDecimal = (text: string): Millionths | undefined => {
  const match = /^(-?)(\d{1,20})(?:\.(\d{1,6}))?$/.exec(text.replaceAll(',', ''));
  if (match === null) return undefined;
  const size = BigInt(match[2]! + (match[3] ?? '').padEnd(6, '0'));
  return match[1] === '-' ? -size : size;
};

/** Formats a value as a decimal string with two decimal places, or more if the value needs them. */
export const formatDecimal = (value: Millionths): string => {
  const size = value < 0n ? -value : value;
  const fraction = String(size % ONE)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${value < 0n ? '-' : ''}${size / ONE}.${fraction}`;
};

export const times = (a: Millionths, b: Millionths): Millionths => (a * b) / ONE;

/** Returns whether two amounts differ by at most `slack`. */
export const near = (a: Millionths, b: Millionths, slack: Millionths): boolean => {
  const difference = a > b ? a - b : b - a;
  return difference <= slack;
};

export const PAISA: Millionths = 10_000n;
/** Tax is rounded to the rupee (CGST Act, section 170), so it may be off by half a rupee. */
export const HALF_RUPEE: Millionths = 500_000n;
export const RUPEE: Millionths = ONE;
