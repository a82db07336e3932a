import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AskNow } from './ask-now.ts';
import type { JsonObject, ObjectSchema } from './schemas.ts';
import { canShowForms } from './session.ts';
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

/** A form for a person: the question, and the members, all of which are texts. */
export type Form = ReturnType<typeof formOf>;

const formOf = ({ message, properties }: Missing) => ({
  message,
  requestedSchema: {
    type: 'object' as const,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, { description }]) => [
        name,
        { type: 'string' as const, description },
      ]),
    ),
  },
});

/**
 * Returns whether a client of 2026-07-28, which states its capabilities with each call, shows forms to a
 * person.
 */
const canAsk = (ctx: ServerContext): boolean => {
  const envelope = ctx.mcpReq.envelope as JsonObject | undefined;
  return canShowForms(envelope?.[CLIENT_CAPABILITIES_META_KEY]);
};

/**
 * Completes a call's arguments: asks for missing ones if the client can, and adds what a person gave. Without
 * an answer, the call continues unchanged.
 * @param askNow asks a client of 2025-11-25; one of 2026-07-28 gets the question as a result, and calls again
 * @throws ProblemError if nobody answers a client of 2025-11-25
 */
export const completed = async (
  tool: Tool,
  given: JsonObject,
  ctx: ServerContext,
  askNow: AskNow | undefined,
): Promise<{ readonly given: JsonObject } | { readonly question: InputRequiredResult }> => {
  const missing = missingArguments(tool.inputSchema, given) ?? tool.missingIn?.(given);
  if (missing === undefined) return { given };
  const filledIn = (answer: JsonObject | undefined) => ({
    given: answer === undefined ? given : missing.withGiven(given, textsIn(missing, answer)),
  });
  const { inputResponses } = ctx.mcpReq;
  if (inputResponses !== undefined) return filledIn(acceptedContent<JsonObject>(inputResponses, ASKED));
  if (askNow !== undefined) return filledIn(await askNow(formOf(missing)));
  if (!canAsk(ctx)) return { given };
  return {
    question: inputRequired({ inputRequests: { [ASKED]: inputRequired.elicit(formOf(missing)) } }),
  };
};

/** Returns the requested members that were filled in; the client may have added others. */
const textsIn = ({ properties }: Missing, answer: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(properties).flatMap((name) => {
      const value = answer[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
    }),
  );
