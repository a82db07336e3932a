/** The keywords of JSON Schema that the OpenAPI documents use for types. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

export interface ParameterSpec {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface OperationSpec {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly ParameterSpec[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Returns the name of the schema that a reference points to. Schemas without a name of their own are recursive. */
export const nameOf = (ref: string): string => ref.replace('#/components/schemas/', '').replace(/^__s/, 'S');

/** Splits a schema of several types, such as `["string", "null"]`. */
export const alternativesOf = (schema: Schema): readonly Schema[] | undefined =>
  schema.anyOf ??
  schema.oneOf ??
  (Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : undefined);

/** Returns whether a parameter is a boolean in words. */
export const isFlag = (schema: Schema): boolean => schema.enum?.toString() === 'true,false';
