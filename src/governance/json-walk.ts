/**
 * Walks through JSON values of any depth. The functions keep a list of what is left to visit, because a recursive function would
 * overflow the stack on deeply nested values, which anybody can send.
 */

interface Changes {
  /** @param label name of the member that contains the value, also through lists; '' at the root */
  readonly leaf: (value: unknown, label: string) => unknown;
  readonly name: (name: string) => string;
}

/** Copies a JSON value with changed leaves and member names. */
export const mapJson = (value: unknown, { leaf, name }: Changes): unknown => {
  const left: { readonly from: object; readonly to: object; readonly label: string }[] = [];
  const changed = (from: unknown, label: string): unknown => {
    if (typeof from !== 'object' || from === null) return leaf(from, label);
    const to = Array.isArray(from) ? [] : {};
    left.push({ from, to, label });
    return to;
  };
  const root = changed(value, '');
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { from, to, label } = next;
    if (Array.isArray(from)) for (const inner of from) (to as unknown[]).push(changed(inner, label));
    else for (const [key, inner] of Object.entries(from)) put(to, name(key), changed(inner, key));
  }
  return root;
};

/** Sets a member. An assignment to `__proto__` would set the prototype. */
const put = (object: object, name: string, value: unknown): void => {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string, unknown>)[name] = value;
};

/** Returns whether a JSON value has more levels of lists and objects than `most`. */
export const isDeeperThan = (value: unknown, most: number): boolean => {
  const left: (readonly [value: unknown, level: number])[] = [[value, 1]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [part, level] = next;
    if (typeof part !== 'object' || part === null) continue;
    if (level > most) return true;
    for (const inner of Object.values(part)) left.push([inner, level + 1]);
  }
  return false;
};
