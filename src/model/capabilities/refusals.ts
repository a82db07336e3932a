import { asksForSchema } from './answer-format.ts';
import { type Json, listOf, optionalMembers } from './body.ts';
import { readError, proseIn, type ProviderError } from './provider-error.ts';
import { REFUSED_PARTS, type Refused } from './refused.ts';

/**
 * Statuses with which servers refuse a request. Some template engines fail with 500, and routers that find no model return 404.
 */
const STATUSES: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);

/** Words that show that a server does not accept something, rather than that it has failed. */
const REFUSING =
  /unsupported|not support|n't support|unknown|unrecogni[sz]ed|unexpected|extra (fields?|inputs?|_forbidden)|extra_forbidden|not (permitted|allowed|accept|available|valid|a valid)|invalid|deprecated|cannot|can't|must|only|too (large|big|high)|should be|expected|required|requires/i;

/**
 * Returns the first member or part of a request that a server's error names as refused; undefined if it names none. The text is
 * only searched, and never passed on.
 */
export const refusalIn = (status: number, text: string, body: Json): Refused | undefined => {
  if (!STATUSES.has(status)) return undefined;
  const error = readError(text);
  const part = refusedPart(error, body);
  if (part !== undefined) return part;
  // A failure's text may mention any word, so only a clear refusal counts here.
  if (status === 500 || status === 404) return undefined;
  const names = optionalMembers(body);
  const placed = error.places.flatMap((place) => names.filter((name) => place === name)).at(0);
  if (placed !== undefined) return placed;
  if (error.places.some((place) => place in body)) return undefined;
  return REFUSING.test(error.words) ? names.find((name) => mentions(error.words, name)) : undefined;
};

/**
 * Returns whether a server refuses the schema of the answer, as opposed to schemas as such. That is a matter of this request alone,
 * so nothing is learned from it.
 */
export const refusesThisSchema = (status: number, text: string, body: Json): boolean =>
  STATUSES.has(status) && asksForSchema(body) && THIS_SCHEMA.test(proseIn(text, 0));

const THIS_SCHEMA =
  /invalid (json )?schema|format\.schema|schema is (invalid|not valid|too)|compil\w* (the )?(schema|grammar)/i;

const mentions = (words: string, name: string): boolean =>
  new RegExp(`(^|[^\\w.])${name.replaceAll(/[^\w]/g, '\\$&')}($|[^\\w])`).test(words);

/** Recognises refusals of parts of messages, which have no member of their own. */
const refusedPart = ({ words, places }: ProviderError, body: Json): Refused | undefined => {
  const messages = listOf(body['messages']);
  const said = (pattern: RegExp): boolean => pattern.test(words);
  if (JSON.stringify(body).includes('"cache_control"') && said(/cache_control/)) return 'cache_control';
  if (hasPicture(body) && said(PICTURE)) return REFUSED_PARTS.images;
  if (said(ALTERNATE) && messages.some((one, at) => isUser(one) && isUser(messages[at + 1]))) {
    return REFUSED_PARTS.consecutive;
  }
  const asksBoth = asksForSchema(body) && listOf(body['tools']).length > 0;
  if (asksBoth && (said(SCHEMA) || places.some((place) => FORMATS.has(place)))) {
    return REFUSED_PARTS.schemaWithTools;
  }
  const [first] = messages;
  if (first?.['role'] === 'system' && said(SYSTEM)) return REFUSED_PARTS.systemRole;
  if (first?.['role'] === 'developer' && said(DEVELOPER)) return REFUSED_PARTS.developerRole;
  const inMessages = places.includes('messages') || places.length === 0;
  if (!inMessages || !said(CONTENT)) return undefined;
  const calls = messages.filter(({ role, tool_calls }) => role === 'assistant' && tool_calls !== undefined);
  if (calls.some(({ content }) => content === null)) return REFUSED_PARTS.nullContent;
  return calls.some(({ content }) => content === '') ? REFUSED_PARTS.emptyContent : undefined;
};

const isUser = (message: Json | undefined): boolean => message?.['role'] === 'user';

const hasPicture = (body: Json): boolean =>
  /"type":"(image_url|image|input_image)"/.test(JSON.stringify([body['messages'], body['input']]));

const PICTURE =
  /(image|picture|vision|multi-?modal|image_url)[^.]{0,80}(not|n't|un)\s?-?(support|allow|accept|available|valid)|(not|n't|only|unsupported|unknown variant|no endpoints)[^.]{0,80}(image|vision|multi-?modal)|expected[^.]{0,20}`?text|image_url is only|invalid content type/i;

const FORMATS: ReadonlySet<string> = new Set(['response_format', 'text', 'output_config']);
const SCHEMA =
  /response_?\s?format|response mime type|json[_ ]?schema|structured[_ ]output|output_config|output_format|grammar/i;

const ALTERNATE = /roles? must alternate|alternat(e|ing)|consecutive (user|messages|roles)/i;
const SYSTEM =
  /system (role|message|prompt|instruction)s?[^.]{0,40}(not|n't|un)\s?-?(support|allow|enabled|accept)|(not|n't) support[^.]{0,20}['"`]?system\b|developer instruction is not enabled|role[^.]{0,20}['"`]system['"`]|['"`]system['"`][^.]{0,20}not support/i;

const DEVELOPER = /developer/i;
const CONTENT =
  /content[^.]{0,120}(null|none\b|nil|missing|required|empty|valid (string|list)|(a|of type) string)|(null|none\b|nil|empty|missing|string_type)[^.]{0,120}content/i;
