export type Values = Readonly<Record<string, string | number>>;

/**
 * Returns a text with its values in place of `{name}`. With a value `count`, the text may have plural forms: the key with the
 * suffix `.one` or `.other`, as the language's plural rules choose.
 */
export const say = (
  catalogue: Readonly<Record<string, string>>,
  language: string,
  word: string,
  values: Values = {},
): string => {
  const { count } = values;
  const form = typeof count === 'number' ? new Intl.PluralRules(`${language}-IN`).select(count) : '';
  const text = catalogue[`${word}.${form}`] ?? catalogue[`${word}.other`] ?? catalogue[word] ?? word;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(`${language}-IN`).format(value) : value;
  });
};
