/** Values that a template may name, such as `{key}`. */
export type TemplateValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(key|to|text|kind|id)\}/g;

/** Returns whether a template names a value. */
export const names = (template: string, value: string): boolean => template.includes(`{${value}}`);

/**
 * Fills an address. Each value is percent-encoded as a whole, so it can change neither the host nor the number of path segments.
 * @returns undefined if a value would be a dot segment, which the network removes from a path
 */
export const fillUrl = (template: string, values: TemplateValues): string | undefined => {
  const given = Object.values(values);
  if (given.some((value) => /^\.{1,2}$/.test(value) || !value.isWellFormed())) return undefined;
  return template.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
};

/** Fills the strings of a JSON body. Values stay strings, so they cannot change the body's structure. */
export const fillJson = (template: unknown, values: TemplateValues): unknown => {
  if (typeof template === 'string')
    return template.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(template)) return template.map((item) => fillJson(item, values));
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(Object.entries(template).map(([name, item]) => [name, fillJson(item, values)]));
  return template;
};
