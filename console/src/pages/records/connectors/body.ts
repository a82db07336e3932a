import type { ConnectorBody } from '../../../../../src/contract/connector.ts';
import type { putConnector } from '../../../../../src/contract/operations/connectors.ts';
import type { Given } from '../../../api/call.ts';
import { fieldsOf, type Field, type FieldPath, type FieldType, type Kind, type Serves } from './fields.ts';

export type Wanted = NonNullable<Given<typeof putConnector>['body']>;

/** Thrown when a field's text does not have the required form. */
class FieldError extends Error {}

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const header = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':');
  if (colon < 1) throw new FieldError(line);
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new FieldError(String(error));
  }
};

const number = (text: string): number => {
  const value = Number(text);
  if (Number.isNaN(value)) throw new FieldError(text);
  return value;
};

const READ: Readonly<Record<FieldType, (text: string) => unknown>> = {
  text: (text) => text,
  choice: (text) => text,
  area: (text) => text,
  number,
  check: () => true,
  json,
  numbers: (text) => text.split(/[\s,]+/).map(number),
  headers: (text) => Object.fromEntries(lines(text).map(header)),
  lines,
  pems: (text) => [...text.matchAll(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g)].map(([pem]) => pem),
};

const put = (body: Record<string, unknown>, at: string, value: unknown): void => {
  const [first, ...rest] = at.split('.');
  if (first === undefined) return;
  if (rest.length === 0) {
    body[first] = value;
    return;
  }
  const inside = (body[first] ??= {}) as Record<string, unknown>;
  put(inside, rest.join('.'), value);
};

/** Returns the connector that a form describes, or the field whose text cannot be read. */
export const bodyOf = (
  form: FormData,
  { kind, serves }: { readonly kind: Kind; readonly serves: Serves },
): { readonly body: Wanted } | { readonly wrong: FieldPath } => {
  const body: Record<string, unknown> = { kind, serves };
  for (const { at, type } of fieldsOf(kind)) {
    const text = form.get(at);
    if (typeof text !== 'string' || text.trim() === '') continue;
    try {
      put(body, at, READ[type](text.trim()));
    } catch (error) {
      if (error instanceof FieldError) return { wrong: at };
      throw error;
    }
  }
  // The service validates the value and reports what is wrong.
  return { body: body as unknown as Wanted };
};

const valueAt = (value: unknown, at: string): unknown => {
  let found = value;
  for (const name of at.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[name];
  return found;
};

const SHOW: Readonly<Partial<Record<FieldType, (value: never) => string>>> = {
  json: (value: unknown) => JSON.stringify(value, null, 2),
  numbers: (value: readonly number[]) => value.join(', '),
  headers: (value: Readonly<Record<string, string>> | readonly string[]) =>
    // Sealed headers are known only by name.
    (Array.isArray(value)
      ? (value as readonly string[]).map((name) => `${name}: `)
      : Object.entries(value).map(([name, text]) => `${name}: ${text}`)
    ).join('\n'),
  pems: (value: readonly string[]) => value.join('\n'),
};

/** Returns the initial text of a field. Secrets are never sent to the browser. */
export const textOf = (connector: ConnectorBody | undefined, { at, type, initial }: Field): string => {
  const value = connector === undefined ? undefined : valueAt(connector, at);
  if (at === 'inbound.secrets' || at === 'inbound.private_keys') return '';
  if (value === undefined || value === null) return connector === undefined ? (initial ?? '') : '';
  const show = SHOW[type] as ((given: unknown) => string) | undefined;
  if (show !== undefined) return show(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
};
