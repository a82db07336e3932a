import { createOpenApi } from '../../../src/contract/operations/openapi.ts';
import { type ClientOperation, operationsOf } from './operations.ts';
import { nameOf, type OpenApi, type Schema } from './schema.ts';

/** Both OpenAPI documents, as one list of schemas and one of operations. */
export interface Contract {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly operations: readonly ClientOperation[];
}

/**
 * The documents express a bound of a schema differently for requests and responses; types do not depend on
 * these keywords.
 */
const typeOf = (schema: Schema): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

/**
 * Merges both OpenAPI documents, sorted by name, so that a change of the contract changes few generated lines.
 * @throws Error if two documents use a name for different types
 */
export const readContract = (): Contract => {
  const documents = (['workforce', 'services'] as const).map(
    (name) => createOpenApi(name, 'http://127.0.0.1:3000') as unknown as OpenApi,
  );
  const schemas = new Map<string, Schema>();
  for (const [id, schema] of documents.flatMap(({ components }) => Object.entries(components.schemas))) {
    const name = nameOf(id);
    const known = schemas.get(name);
    if (known !== undefined && typeOf(known) !== typeOf(schema))
      throw new Error(`the documents use the name ${name} for different types`);
    schemas.set(name, schema);
  }
  return {
    schemas: new Map([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    operations: documents.flatMap(operationsOf).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
};
