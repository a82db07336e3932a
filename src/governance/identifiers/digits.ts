/** Returns the values of a string of ASCII digits, or null if it contains any other character. */
export const digitValues = (digits: string): Uint8Array | null => {
  const values = new Uint8Array(digits.length);
  for (let at = 0; at < digits.length; at++) {
    const value = digits.charCodeAt(at) - 48;
    if (value < 0 || value > 9) return null;
    values[at] = value;
  }
  return values;
};
