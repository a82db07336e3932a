import type { Contract } from './contract.ts';
import { alternativesOf, nameOf, type Schema } from './schema.ts';

export const PYTHON_HEAD =
  '# Generated from the OpenAPI documents by scripts/client-types.ts. Do not edit.\n';
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

export const isPythonName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

/** Python's types need names: an object inside another one gets the names of both. */
const within = (owner: string, member: string): string =>
  owner +
  member
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

const literal = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
};

const isObject = (schema: Schema): boolean =>
  schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;

/** Returns a schema as a Python type, and adds the types that must be declared before it to `declared`. */
export const pythonTypeOf = (schema: Schema, name: string, declared: string[], from = ''): string => {
  if (schema.$ref !== undefined) return from + nameOf(schema.$ref);
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const either = alternativesOf(schema);
  if (either !== undefined) {
    const objects = either.filter(isObject).length;
    const types = either.map((one, index) =>
      pythonTypeOf(one, objects > 1 ? `${name}${index + 1}` : name, declared, from),
    );
    return [...new Set(types)].join(' | ');
  }
  switch (schema.type) {
    case 'object': {
      if (isObject(schema)) {
        declared.push(objectOf(name, schema, declared));
        return name;
      }
      const { additionalProperties: values } = schema;
      return `dict[str, ${typeof values === 'object' ? pythonTypeOf(values, `${name}Value`, declared, from) : 'Any'}]`;
    }
    case 'array':
      return `list[${pythonTypeOf(schema.items ?? {}, `${name}Item`, declared, from)}]`;
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'str';
    case 'null':
      return 'None';
    default:
      return 'Any';
  }
};

const objectOf = (name: string, schema: Schema, declared: string[]): string => {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).map(([member, one]) => {
    const type = pythonTypeOf(one, within(name, member), declared);
    return [member, required.includes(member) ? type : `NotRequired[${type}]`] as const;
  });
  if (members.every(([member]) => isPythonName(member)))
    return `class ${name}(TypedDict):\n${members.map(([member, type]) => `    ${member}: ${type}\n`).join('')}`;
  const quoted = members.map(([member, type]) => {
    const [, inner] = /^NotRequired\[(.*)\]$/s.exec(type) ?? [];
    return `    ${JSON.stringify(member)}: ${inner === undefined ? quote(type) : `NotRequired[${quote(inner)}]`},\n`;
  });
  return `${name} = TypedDict("${name}", {\n${quoted.join('')}})\n`;
};

/** Types that may be declared later are quoted where Python evaluates them. */
const quote = (type: string): string => `'${type.replaceAll("'", "\\'")}'`;

const declarationOf = (name: string, schema: Schema): string => {
  const declared: string[] = [];
  const type = pythonTypeOf(schema, name, declared);
  return [...declared, ...(type === name ? [] : [`${name}: TypeAlias = ${quote(type)}\n`])].join('\n\n');
};

/** Writes the types of all schemas as typed dictionaries. */
export const pythonTypes = ({ schemas }: Contract): string =>
  `${PYTHON_HEAD}"""Types of what the API takes and returns."""\n\nfrom __future__ import annotations\n\n` +
  `from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n\n` +
  [...schemas].map(([name, schema]) => declarationOf(name, schema)).join('\n\n');
