import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject, ObjectSchema } from './schemas.ts';
import type { Missing, Tool } from './tool.ts';

const ASKED = 'missing';

const describe = (schema: JsonObject | undefined, name: string): string => {
  const words = schema?.['description'];
  return typeof words === 'string' ? words : name;
};

/** Returns the arguments that the schema requires and the call lacks, if all of them are texts, which a person can give. */
const missingArguments = ({ properties = {}, required = [] }: ObjectSchema, given: JsonObject) => {
  const missing = required.filter((name) => given[name] === undefined);
  const areTexts = missing.every((name) => properties[name]?.['type'] === 'string');
  if (missing.length === 0 || !areTexts) return undefined;
  return {
    message: 'The call lacks members that it needs.',
    properties: Object.fromEntries(
      missing.map((name) => [name, { description: describe(properties[name], name) }]),
    ),
    withGiven: (value, added) => ({ ...value, ...added }),
  } satisfies Missing;
};

/** Returns whether the client shows forms to a person. Only clients of 2026-07-28 say so with each call. */
const canAsk = (ctx: ServerContext): boolean => {
  const envelope = ctx.mcpReq.envelope as JsonObject | undefined;
  const { elicitation } = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
};

/**
 * Completes a call's arguments: asks for what is missing if the client can, and adds what a person gave. Without an answer, the
 * call goes on as it is.
 */
export const completed = (
  tool: Tool,
  given: JsonObject,
  ctx: ServerContext,
): { readonly given: JsonObject } | { readonly question: InputRequiredResult } => {
  const missing = missingArguments(tool.inputSchema, given) ?? tool.missingIn?.(given);
  if (missing === undefined) return { given };
  const { inputResponses } = ctx.mcpReq;
  if (inputResponses !== undefined) {
    const answer = acceptedContent<JsonObject>(inputResponses, ASKED);
    return { given: answer === undefined ? given : missing.withGiven(given, textsIn(missing, answer)) };
  }
  if (!canAsk(ctx)) return { given };
  const { message, properties } = missing;
  const requestedSchema = {
    type: 'object' as const,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, { description }]) => [
        name,
        { type: 'string' as const, description },
      ]),
    ),
  };
  return {
    question: inputRequired({
      inputRequests: { [ASKED]: inputRequired.elicit({ message, requestedSchema }) },
    }),
  };
};

/** Returns the members that were asked for and filled in; the client may have added others. */
const textsIn = ({ properties }: Missing, answer: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(properties).flatMap((name) => {
      const value = answer[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
    }),
  );
