import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { idempotencyKey } from '../../contract/common.ts';
import { answersWithReceipt } from '../runs/receipts.ts';
import type { Route } from '../services/route.ts';
import { joined, type JsonObject, jsonSchemaOf, type ObjectSchema } from './schemas.ts';

/** The parts of a request to a route, as the caller gave them. */
export interface GivenParts {
  readonly params: JsonObject;
  readonly query: JsonObject;
  readonly body: JsonObject;
  readonly idempotencyKey: unknown;
}

/** A request to a route. */
export interface ToolRequest extends GivenParts {
  readonly route: Route;
}

/** The references by which started work is read and cancelled until it ends. */
export interface Work {
  readonly read: ToolRequest;
  readonly cancel?: ToolRequest;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** Returns the request for a call with these arguments. */
  readonly requestFor: (given: JsonObject) => ToolRequest;
  /** Returns the work to wait for, given the first reply and the arguments. */
  readonly workOf?: (reply: JsonObject, given: JsonObject) => Work;
  /** Seconds to wait for the work if the call does not say. */
  readonly waitSeconds?: number;
  /** Returns the missing arguments that a person can supply. */
  readonly missingIn?: (given: JsonObject) => Missing | undefined;
}

/** Members to ask a person for. */
export interface Missing {
  readonly message: string;
  readonly properties: Readonly<Record<string, { readonly description: string }>>;
  /** Returns the arguments with what the person gave. */
  readonly withGiven: (given: JsonObject, added: JsonObject) => JsonObject;
}

const KEY = 'idempotency_key';
export const WAIT = 'wait_seconds';
const MAX_WAIT_S = 300;

const keyMember = z.object({ [KEY]: idempotencyKey.optional() });

export const waitMember = (seconds: number) =>
  z.object({
    [WAIT]: z.int().min(0).max(MAX_WAIT_S).default(seconds).meta({
      description: 'Seconds to wait for the end; after that, the state so far is returned',
    }),
  });

/** A tool's additions to its operation. */
export interface ToolSpec extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'annotations' | 'workOf' | 'waitSeconds' | 'missingIn'
> {
  readonly route: Route;
  /** Names of arguments that differ from those of the path's parameters. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/**
 * Makes a tool of one route: its arguments are the members of the operation's path, query and body together.
 */
export const toolOf = ({ route: plain, renamed = {}, ...spec }: ToolSpec): Tool => {
  // Work that continues after the call has no receipt yet; get_run adds it.
  const route = spec.workOf === undefined ? answersWithReceipt(plain) : plain;
  const { params, query, body, replies, idempotent } = route.operation;
  const parts = { params: namesOf(params), query: namesOf(query) };
  const reply = (replies[200] ?? replies[202])?.schema as z.ZodObject;
  const inputSchema = inputOf([
    params && withNames(jsonSchemaOf(params, 'input'), renamed),
    body && jsonSchemaOf(body.schema, 'input'),
    query && jsonSchemaOf(query, 'input'),
    idempotent === true ? jsonSchemaOf(keyMember, 'input') : undefined,
    spec.waitSeconds === undefined ? undefined : jsonSchemaOf(waitMember(spec.waitSeconds), 'input'),
  ]);
  const isArgument = (name: string): boolean => Object.hasOwn(inputSchema.properties ?? {}, name);
  const partOf = (name: string): 'params' | 'query' | 'body' | 'tool' => {
    // The body's validation refuses unknown arguments.
    if (!isArgument(name)) return 'body';
    if (name === KEY || name === WAIT) return 'tool';
    const original = originalOf(renamed, name);
    return parts.params.has(original) ? 'params' : parts.query.has(original) ? 'query' : 'body';
  };
  return {
    ...spec,
    inputSchema,
    outputSchema: jsonSchemaOf(reply, 'output'),
    requestFor: (given) => {
      const taken = (part: string, show = (value: unknown): unknown => value): JsonObject =>
        Object.fromEntries(
          Object.entries(given)
            .filter(([name]) => partOf(name) === part)
            .map(([name, value]) => [part === 'body' ? name : originalOf(renamed, name), show(value)]),
        );
      return {
        route,
        // Paths and queries contain only text.
        params: taken('params', asText),
        query: taken('query', asText),
        body: taken('body'),
        idempotencyKey: isArgument(KEY) ? given[KEY] : undefined,
      };
    },
  };
};

export const inputOf = (parts: readonly (ObjectSchema | undefined)[]): ObjectSchema =>
  joined(parts.filter((part) => part !== undefined));

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

const namesOf = (schema: z.ZodObject | undefined): ReadonlySet<string> =>
  new Set(Object.keys(schema?.shape ?? {}));

const originalOf = (renamed: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(renamed).find(([, argument]) => argument === name)?.[0] ?? name;

const withNames = (schema: ObjectSchema, renamed: Readonly<Record<string, string>>): ObjectSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, value]) => [renamed[name] ?? name, value]),
  ),
  required: (schema.required ?? []).map((name) => renamed[name] ?? name),
});
