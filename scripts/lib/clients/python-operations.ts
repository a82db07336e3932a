import { problems } from '../../../src/contract/problem.ts';
import type { Contract } from './contract.ts';
import type { ClientOperation, Parameter } from './operations.ts';
import { isPythonName, PYTHON_HEAD, pythonTypeOf } from './python.ts';
import { isFlag, type Schema } from './schema.ts';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const argument = (name: string): string => (isPythonName(name) ? name : `${name}_`);

/** A type inside an operation has no name of its own, so an object becomes a dictionary. */
const typeOf = (schema: Schema): string =>
  isFlag(schema)
    ? 'bool'
    : schema.type === 'object'
      ? 'Mapping[str, Any]'
      : pythonTypeOf(schema, '', [], 'types.');

const unionOf = (schemas: readonly Schema[]): string => [...new Set(schemas.map(typeOf))].join(' | ');

const pairs = (parameters: readonly Parameter[]): string =>
  `{${parameters.map(({ name }) => `"${name}": ${argument(name)}`).join(', ')}}`;

const argumentsOf = ({ params, query, body, idempotent, reply }: ClientOperation): string => {
  const places = params.map(({ name, schema }) => `${argument(name)}: ${typeOf(schema)}`);
  const bodyType = body?.kind === 'raw' ? 'RawBody' : typeOf(body?.schema ?? {});
  const content =
    body === null ? [] : [body.required ? `body: ${bodyType}` : `body: ${bodyType} | None = None`];
  const named = query.map(({ name, required, schema }) =>
    required ? `${argument(name)}: ${typeOf(schema)}` : `${argument(name)}: ${typeOf(schema)} | None = None`,
  );
  const options = [
    ...(idempotent ? ['idempotency_key: str | None = None'] : []),
    ...(reply.kind === 'events' ? ['last_event_id: str | None = None'] : ['timeout: float | None = None']),
    'headers: Mapping[str, str] | None = None',
  ];
  return ['self', ...places, ...content, '*', ...named, ...options]
    .map((one) => `        ${one},\n`)
    .join('');
};

const callOf = ({ method, path, params, query, body, idempotent, reply }: ClientOperation): string =>
  `        call = Call("${method}", "${path}", ${pairs(params)}, ${pairs(query)}, ` +
  `${body === null ? 'None' : 'body'}, ${idempotent ? 'True, idempotency_key' : 'False, None'}, ${reply.kind === 'events' ? 'None, headers, last_event_id' : 'timeout, headers'})\n`;

const methodOf = (one: ClientOperation, isAsync: boolean): string => {
  const { reply, summary } = one;
  const [iterator, wait] = isAsync ? ['AsyncIterator', 'await '] : ['Iterator', ''];
  const head = (name: string, type: string, plain = false): string =>
    `    ${isAsync && !plain ? 'async ' : ''}def ${name}(\n${argumentsOf(one)}    ) -> ${type}:\n        """${summary}."""\n${callOf(one)}`;
  const name = snake(one.id);
  if (reply.kind === 'events')
    return `${head(name, `${iterator}[Event]`, true)}        return self._events(call)\n`;
  if (reply.kind === 'bytes') return `${head(name, 'bytes')}        return ${wait}self._bytes(call)\n`;
  const type = unionOf(reply.schemas);
  const single = `${head(name, type)}        return cast("${type.replaceAll('"', "'")}", ${wait}self._json(call))\n`;
  if (one.items === null) return single;
  const item = typeOf(one.items.schema);
  const every = `${head(name.replace(/^list_/, 'iterate_'), `${iterator}[${item}]`, true)}        return self._pages(call, "${one.items.name}")\n`;
  return `${single}\n${every}`;
};

const baseOf = (isAsync: boolean): string => {
  const [iterator, word] = isAsync ? ['AsyncIterator', 'async '] : ['Iterator', ''];
  return (
    `    ${word}def _json(self, call: Call) -> Any:\n        raise NotImplementedError\n\n` +
    `    ${word}def _bytes(self, call: Call) -> bytes:\n        raise NotImplementedError\n\n` +
    `    def _events(self, call: Call) -> ${iterator}[Event]:\n        raise NotImplementedError\n\n` +
    `    def _pages(self, call: Call, items: str) -> ${iterator}[Any]:\n        raise NotImplementedError\n\n`
  );
};

const classOf = (name: string, operations: readonly ClientOperation[], isAsync: boolean): string =>
  `class ${name}:\n    """One method for each operation of the API."""\n\n${baseOf(isAsync)}` +
  operations.map((one) => methodOf(one, isAsync)).join('\n');

/** Writes a method for each operation, once for each of the two clients. */
export const pythonOperations = ({ operations }: Contract): string =>
  `${PYTHON_HEAD}from __future__ import annotations\n\n` +
  `from collections.abc import AsyncIterator, Iterator, Mapping\nfrom typing import Any, Literal, cast\n\n` +
  `from . import types\nfrom ._call import Call, RawBody\nfrom ._events import Event\n\n\n` +
  `${classOf('Operations', operations, false)}\n\n${classOf('AsyncOperations', operations, true)}`;

const className = (code: string): string =>
  code
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** Writes an exception for each code of a problem. */
export const pythonErrors = (): string =>
  `${PYTHON_HEAD}"""An exception for each problem that the API reports."""\n\nfrom .errors import ProblemError\n\n\n` +
  Object.entries(problems)
    .map(
      ([code, { status, title }]) =>
        `class ${className(code)}(ProblemError):\n    """${status}: ${title}."""\n\n    code = "${code}"\n`,
    )
    .join('\n\n') +
  `\n\nBY_CODE: dict[str, type[ProblemError]] = {\n${Object.keys(problems)
    .map((code) => `    "${code}": ${className(code)},\n`)
    .join('')}}\n`;
