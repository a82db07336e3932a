import type { z } from 'zod';
import { createSchema } from 'zod-openapi';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema of an object that refers to nothing outside itself. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
  readonly $defs?: JsonObject;
  readonly [more: string]: unknown;
}

const REF = '#/$defs/';

/** Returns a schema of the contract as JSON Schema, made by the same generator as the OpenAPI documents. */
export const jsonSchemaOf = (schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema => {
  const { schema: root, components } = createSchema(schema, { io, schemaRefPath: REF });
  const name = (root as { $ref?: string }).$ref?.slice(REF.length);
  const { [name ?? '']: named, ...rest } = components as Readonly<Record<string, object>>;
  // A schema that refers to itself keeps its definition.
  const isRecursive = name !== undefined && JSON.stringify(named).includes(`"${REF}${name}"`);
  const $defs = { ...rest, ...(isRecursive && { [name]: named }) };
  return {
    ...((named ?? root) as object),
    type: 'object',
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
};

/** Returns the schema of an object that has the members of all the given objects. */
export const joined = (parts: readonly ObjectSchema[]): ObjectSchema => {
  const $defs = Object.assign({}, ...parts.map((part) => part.$defs ?? {})) as JsonObject;
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})) as Readonly<
      Record<string, JsonObject>
    >,
    required: parts.flatMap(({ required }) => required ?? []),
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
};

/** Returns the schema of an object that fits one of the given schemas. */
export const either = (parts: readonly ObjectSchema[]): ObjectSchema => ({
  type: 'object',
  anyOf: parts.map(({ $defs: _defs, ...part }) => part),
  $defs: Object.assign({}, ...parts.map((part) => part.$defs ?? {})) as JsonObject,
});
