interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** The parts of an OpenAPI document that this file reads. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const isSchema = (given: unknown): given is Schema => typeof given === 'object' && given !== null;

/** Members whose value decides what the page requests next. */
const KEPT: Readonly<Record<string, unknown>> = { next_cursor: null };

/**
 * Returns a function that makes the reply of an operation from its schema: every member is present, and every
 * text whose form the schema leaves open is the given one, including names of members.
 */
export const samplesOf = (document: OpenApi, text: string): ((path: string) => unknown) => {
  const make = (schema: Schema): unknown => {
    if (schema.$ref !== undefined) return make(document.components.schemas[schema.$ref.split('/').at(-1)!]!);
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined) return schema.enum[0];
    const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
    if (choice !== undefined) return make(choice);
    if (schema.allOf !== undefined)
      return Object.assign({}, ...schema.allOf.map((part) => make(part))) as unknown;
    const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null');
    if (type === 'string')
      return schema.pattern === undefined && schema.format === undefined
        ? text
        : (schema.examples?.[0] ?? text);
    if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
    if (type === 'boolean') return true;
    if (type === 'array') return schema.items === undefined ? [text] : [make(schema.items)];
    if (type !== 'object') return { [text]: [text] };
    const { additionalProperties: others, properties = {} } = schema;
    const members = Object.entries(properties).map(([name, one]) => [
      name,
      name in KEPT ? KEPT[name] : make(one),
    ]);
    return { ...(isSchema(others) && { [text]: make(others) }), ...Object.fromEntries(members) };
  };
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (asked) => {
    // An address without parameters comes before those with some.
    const found = paths
      .filter(({ pattern }) => pattern.test(asked))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    const schema =
      found && document.paths[found.path]?.['get']?.responses['200']?.content?.['application/json'];
    return schema === undefined ? undefined : make(schema.schema);
  };
};
