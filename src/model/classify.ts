import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { clip } from '../governance/text/clip.ts';
import { ModelError, type ModelErrorCode } from './errors.ts';
import { retryAfterOf } from './retry-after.ts';

/** A provider's error details, from any of the places where they may be found. They are only read here and never shown. */
interface Said {
  readonly code: string;
  readonly words: string;
}

/**
 * Classifies an error that a provider package threw or reported in a stream. Does not pass on any of the provider's text, because
 * it can contain the key, the prompt or an HTML page.
 */
export const classifyFailure = (error: unknown): ModelError => {
  if (error instanceof ModelError) return error;
  if (!APICallError.isInstance(error)) {
    if (isNoCompletion(error)) return new ModelError('model_interrupted', { because: 'malformed' });
    const said = saidIn(error);
    return new ModelError(codeOfSaid(said) ?? codeOfNumber(said.code) ?? 'model_interrupted');
  }
  const { statusCode: status, responseHeaders: headers = {} } = error;
  if (status === undefined) return new ModelError('model_unavailable', { because: 'unreached' });
  // The reply started normally but could not be read to the end.
  if (status >= 200 && status < 300) return new ModelError('model_interrupted', { status });
  const retryAfterMs = retryAfterOf(headers);
  const said = saidIn(bodyOf(error));
  if (status < 500 && NO_TOOLS.test(said.words) && !OTHER_ENDPOINT.test(said.words)) {
    return new ModelError('model_bad_request', { status, because: 'no_tools' });
  }
  const code = filteredBy(status, said) ?? codeOfSaid(said) ?? codeOfStatus(status, said);
  return new ModelError(overridden(code, headers['x-should-retry']), { status, retryAfterMs });
};

/** Returns whether a provider package could not read a reply. Some packages report this as a plain error without a cause. */
const isNoCompletion = (error: unknown): boolean =>
  JSONParseError.isInstance(error) ||
  TypeValidationError.isInstance(error) ||
  (error instanceof Error && error.constructor === Error && error.cause === undefined && !('code' in error));

/** Applies the provider's instruction about retrying, which is more specific than the status. */
const overridden = (code: ModelErrorCode, header: string | undefined): ModelErrorCode => {
  const { retryable } = new ModelError(code);
  if (header === 'true' && !retryable && code !== 'model_quota') return 'model_unavailable';
  if (header === 'false' && retryable) return 'model_bad_request';
  return code;
};

/** Returns the class of an HTTP status that an error within a stream gives as its code. */
const codeOfNumber = (code: string): ModelErrorCode | undefined => {
  const [status] = /\b[45]\d\d\b/.exec(code) ?? [];
  return status === undefined ? undefined : codeOfStatus(Number(status), { code, words: 'model' });
};

const FILTERED =
  /content_?filter|content_policy|content management policy|moderation|flagged|data_?inspection|content exists risk|guardrail/i;

/** Returns whether a filter refused the request, for which providers use the statuses of a bad request or a wrong key. */
const filteredBy = (status: number, { code, words }: Said): ModelErrorCode | undefined =>
  [400, 403, 422, 451].includes(status) && FILTERED.test(`${code} ${words}`) ? 'content_filtered' : undefined;

/** Matches errors that say that the endpoint exists but the model does not. */
const NO_MODEL = /model|deployment/i;
/** Matches errors that say that the model needs another endpoint. */
const OTHER_ENDPOINT =
  /not a chat model|unknown request url|invalid url|only supported in|v1\/(responses|completions|chat)/i;

const codeOfStatus = (status: number, { code, words }: Said): ModelErrorCode => {
  if (status === 429) return 'model_rate_limited';
  if (status === 408 || status === 409 || status >= 500) return 'model_unavailable';
  if (status === 401 || status === 403) return 'model_auth';
  if (status === 402) return 'model_quota';
  if (status === 404 || status === 405) {
    const all = `${code} ${words}`;
    return NO_MODEL.test(all) && !OTHER_ENDPOINT.test(all) ? 'model_not_found' : 'model_endpoint';
  }
  if (status === 413) return 'model_context';
  return 'model_bad_request';
};

const QUOTA = /insufficient_quota|billing|credit balance|exceeded your current quota|quota[_ ]exceeded/i;
const CONTEXT =
  /context_length|context length|context window|maximum context|prompt is too long|too many tokens|request_too_large|exceeds? the (available )?context/i;

/** Matches errors that say that tools are not supported at all. */
const NO_TOOLS =
  /(not|n't) support (tools|tool (use|calls?|calling)|function calling)|support tool use|(tools?|tool (use|calls?|calling)|function calling)( is| are)? not (supported|enabled)|--enable-auto-tool-choice/i;

/** Maps a provider's codes and messages to a class, if they are more specific than the status. */
const codeOfSaid = ({ code, words }: Said): ModelErrorCode | undefined => {
  const all = `${code} ${words}`;
  if (QUOTA.test(all)) return 'model_quota';
  if (CONTEXT.test(all)) return 'model_context';
  if (/overloaded|server_error|api_error|timeout/i.test(code)) return 'model_unavailable';
  if (/rate_limit/i.test(code)) return 'model_rate_limited';
  if (/authentication|permission|invalid_api_key/i.test(code)) return 'model_auth';
  if (/model_not_found/i.test(code) && !OTHER_ENDPOINT.test(words)) return 'model_not_found';
  if (FILTERED.test(code)) return 'content_filtered';
  if (/^invalid_request/i.test(code))
    return OTHER_ENDPOINT.test(words) ? 'model_endpoint' : 'model_bad_request';
  return undefined;
};

const bodyOf = (error: APICallError): unknown => {
  if (error.data !== undefined) return error.data;
  try {
    return JSON.parse(error.responseBody ?? '') as unknown;
  } catch {
    return undefined;
  }
};

/** Reads `{error: {type, code, message}}`, the inner object, a string in its place, or a list of one of these. */
const saidIn = (value: unknown): Said => {
  const outer = membersOf(Array.isArray(value) ? value[0] : value);
  const { error, detail } = outer;
  const alone = [error, detail].find((one) => typeof one === 'string');
  const inner: Readonly<Record<string, unknown>> = {
    message: alone,
    ...outer,
    ...membersOf(error),
    ...membersOf(outer['data']),
  };
  const text = (name: string): string => {
    const member = inner[name];
    return typeof member === 'string' || typeof member === 'number' ? String(member) : '';
  };
  return { code: `${text('code')} ${text('type')}`.trim(), words: clip(text('message'), 2_000) };
};

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
