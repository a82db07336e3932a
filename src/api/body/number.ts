/** Digits without leading and trailing zeros, and the power of ten behind them: one form for one decimal value. */
const decimalOf = (token: string): { readonly digits: string; readonly power: number } | undefined => {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return { digits: '', power: 0 };
  return {
    digits: significant,
    power: Number(exponent) - fraction.length + digits.length - significant.length,
  };
};

/** Whether a JSON number comes out of a double as it went in: 12345678901234567890 and 1e400 do not. */
export const isExact = (token: string): boolean => {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const before = decimalOf(token);
  const after = decimalOf(String(value));
  return before?.digits === after?.digits && before?.power === after?.power;
};
