import { problems } from '../../../src/contract/problem.ts';
import type { Contract } from './contract.ts';
import type { ClientOperation, Parameter } from './operations.ts';
import { alternativesOf, isFlag, nameOf, type Schema } from './schema.ts';

const HEAD = '// Generated from the OpenAPI documents by scripts/client-types.ts. Do not edit.\n\n';

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const commentOf = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s*\n\s*/g, ' ')} */\n`;

const isOpen = ({ additionalProperties }: Schema): boolean => typeof additionalProperties === 'object';

const objectOf = (schema: Schema, indent: string, from: string): string => {
  const { properties = {}, required = [], additionalProperties } = schema;
  const deeper = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, one]) =>
      `${commentOf(one.description, deeper)}${deeper}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(one, deeper, from)};\n`,
  );
  if (members.length === 0)
    return `{ [name: string]: ${isOpen(schema) ? typeOf(additionalProperties as Schema, indent, from) : 'unknown'} }`;
  const rest = isOpen(schema) ? `${deeper}[name: string]: unknown;\n` : '';
  return `{\n${members.join('')}${rest}${indent}}`;
};

/** Any text besides the named ones. With `string` alone, editors would no longer suggest the named ones. */
const OTHER_TEXT = '(string & Record<never, never>)';

/**
 * Returns a schema as a TypeScript type.
 * @param from prefix for the names of other schemas
 */
const typeOf = (schema: Schema, indent = '', from = ''): string => {
  if (schema.$ref !== undefined) return from + nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = alternativesOf(schema);
  if (either !== undefined) {
    const types = new Set(either.map((one) => typeOf(one, indent, from)));
    const isNamed = either.some((one) => one.$ref !== undefined);
    return [...types].map((type) => (type === 'string' && isNamed ? OTHER_TEXT : type)).join(' | ');
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, indent, from);
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, indent, from)}>`;
    case 'integer':
      return 'number';
    case undefined:
      return 'unknown';
    default:
      return String(schema.type);
  }
};

/** Writes the types of all schemas. */
export const typescriptTypes = ({ schemas }: Contract): string =>
  HEAD +
  [...schemas]
    .map(([name, schema]) => `${commentOf(schema.description, '')}export type ${name} = ${typeOf(schema)};\n`)
    .join('\n');

const parametersOf = (parameters: readonly Parameter[]): string =>
  parameters.length === 0
    ? '{}'
    : `{ ${parameters.map(({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${queryType(schema, required)}`).join('; ')} }`;

const queryType = (schema: Schema, required: boolean): string =>
  `${isFlag(schema) ? 'boolean' : inTypes(schema)}${required ? '' : ' | undefined'}`;

const inTypes = (schema: Schema): string => typeOf(schema, '    ', 'types.');

const bodyType = ({ body }: ClientOperation): string => {
  if (body === null) return 'undefined';
  const type = body.kind === 'raw' ? 'RawBody' : inTypes(body.schema);
  return body.required ? type : `${type} | undefined`;
};

const replyType = ({ reply }: ClientOperation): string => {
  if (reply.kind === 'bytes') return 'Response';
  return [...new Set(reply.schemas.map(inTypes))].join(' | ');
};

/** Writes what each operation takes and returns, and the table by which it is called. */
export const typescriptOperations = ({ operations }: Contract): string => {
  const types = operations.map(
    (one) =>
      `  /** ${one.summary} */\n  ${one.id}: {\n    params: ${parametersOf(one.params)};\n    query: ${parametersOf(one.query)};\n` +
      `    body: ${bodyType(one)};\n    reply: ${replyType(one)};\n    kind: '${one.reply.kind}';\n` +
      `    item: ${one.items === null ? 'never' : inTypes(one.items.schema)};\n  };\n`,
  );
  const table = operations.map(
    ({ id, method, path, reply, idempotent, items }) =>
      `  ${id}: { method: '${method}', path: '${path}', reply: '${reply.kind}', idempotent: ${idempotent}, items: ${items === null ? 'null' : `'${items.name}'`} },\n`,
  );
  const codes = Object.entries(problems).map(([code, { status }]) => `  '${code}': ${status},\n`);
  return (
    `${HEAD}import type { RawBody } from '../body.ts';\nimport type * as types from './types.ts';\n\n` +
    `export interface Operations {\n${types.join('')}}\n\n` +
    `export interface OperationEntry {\n  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';\n  readonly path: string;\n` +
    `  readonly reply: 'json' | 'bytes' | 'events';\n  readonly idempotent: boolean;\n  readonly items: string | null;\n}\n\n` +
    `export const operations: { readonly [O in keyof Operations]: OperationEntry } = {\n${table.join('')}};\n\n` +
    `/** Every code of a problem, with its status. */\nexport const problemStatus = {\n${codes.join('')}} as const;\n`
  );
};
