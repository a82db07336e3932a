import { type Content, nameOf, type OpenApi, type OperationSpec, type Schema } from './schema.ts';

/** What a client must know to call an operation. */
export interface ClientOperation {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: {
    readonly kind: 'json' | 'raw';
    readonly schema: Schema;
    readonly required: boolean;
  } | null;
  readonly reply: { readonly kind: 'json' | 'bytes' | 'events'; readonly schemas: readonly Schema[] };
  /** Whether an Idempotency-Key is accepted. */
  readonly idempotent: boolean;
  /** The member of the reply with a page's items, and their type; null unless the operation lists pages. */
  readonly items: { readonly name: string; readonly schema: Schema } | null;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Operations of browsers, of other protocols and of the service's own parts have no place in a client. */
const ELSEWHERE = /^\/(docs|mcp|metrics|\.well-known|v1\/auth|v1\/temporal|v1\/inbound|v1\/operators\/view)/;
const METHODS = new Set(['get', 'post', 'put', 'delete']);

const succeeded = (status: string): boolean => status.startsWith('2') && status !== '204';
const isJson = (type: string): boolean => /[/+]json$/.test(type);

const replyOf = ({ responses }: OperationSpec): ClientOperation['reply'] => {
  const contents = Object.entries(responses)
    .filter(([status]) => succeeded(status))
    .flatMap(([, { content = {} }]) => Object.entries(content));
  const events = contents.find(([type]) => type === 'text/event-stream');
  if (events !== undefined) return { kind: 'events', schemas: [events[1].schema] };
  const json = contents.filter(([type]) => isJson(type)).map(([, { schema }]) => schema);
  return json.length > 0 ? { kind: 'json', schemas: json } : { kind: 'bytes', schemas: [] };
};

const bodyOf = ({ requestBody }: OperationSpec): ClientOperation['body'] => {
  if (requestBody === undefined) return null;
  const content: Content = requestBody.content;
  const json = content['application/json'];
  const required = requestBody.required === true;
  return json === undefined
    ? { kind: 'raw', schema: {}, required }
    : { kind: 'json', schema: json.schema, required };
};

const itemsOf = (reply: Schema | undefined, { components }: OpenApi): ClientOperation['items'] => {
  const { properties = {} } = reply?.$ref === undefined ? {} : components.schemas[nameOf(reply.$ref)]!;
  if (properties['next_cursor'] === undefined) return null;
  const [list] = Object.entries(properties).filter(([, { type }]) => type === 'array');
  return list === undefined ? null : { name: list[0], schema: list[1].items! };
};

/** Returns the operations of a document that its clients offer. */
export const operationsOf = (document: OpenApi): readonly ClientOperation[] =>
  Object.entries(document.paths)
    .filter(([path]) => path !== '/' && !ELSEWHERE.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => METHODS.has(method))
        .map(([method, spec]) => {
          const { parameters = [], operationId: id, summary } = spec;
          const of = (where: string): readonly Parameter[] =>
            parameters
              .filter((one) => one.in === where)
              .map(({ name, required = false, schema }) => ({ name, required, schema }));
          const reply = replyOf(spec);
          return {
            id,
            summary,
            method: method.toUpperCase(),
            path,
            params: of('path'),
            query: of('query'),
            body: bodyOf(spec),
            reply,
            idempotent: of('header').some(({ name }) => name === 'Idempotency-Key'),
            items: itemsOf(reply.schemas[0], document),
          };
        }),
    );
