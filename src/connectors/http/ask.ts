import type { Surroundings } from '../common/address.ts';
import { ConnectorError } from '../common/errors.ts';
import type { ConnectorSecrets, HttpSettings } from '../common/settings.ts';
import { fillJson, fillUrl, type TemplateValues } from '../common/template.ts';
import { exchange, type HttpAnswer } from './exchange.ts';
import type { Tokens } from './tokens.ts';

export interface HttpCall {
  /** Identifies the connector's version, for which a token is kept. */
  readonly owner: string;
  readonly http: HttpSettings;
  readonly secrets: ConnectorSecrets;
  readonly values: TemplateValues;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/**
 * Calls a connector's system. A token that the system no longer accepts is fetched anew once.
 * @returns the answer; undefined if the system says that there is no such record
 * @throws ConnectorError
 */
export const askHttp = async (
  call: HttpCall,
  surroundings: Surroundings,
  tokens: Tokens,
): Promise<HttpAnswer | undefined> => {
  const url = fillUrl(call.http.url, call.values);
  if (url === undefined) return undefined;
  const until = performance.now() + call.timeoutMs;
  const left = (): number => Math.max(1, Math.round(until - performance.now()));
  let answer = await send(call, url, surroundings, tokens, left);
  if (answer.status === 401 && call.http.oauth !== null) {
    tokens.forget(call.owner);
    answer = await send(call, url, surroundings, tokens, left);
  }
  const { status } = answer;
  if (call.http.not_found.includes(status)) return undefined;
  if (status === 401 || status === 403)
    throw new ConnectorError('credentials_refused', `The system refused the credentials (${status}).`, {
      status,
    });
  if (status < 200 || status >= 300)
    throw new ConnectorError('status', `The system answered ${status}.`, { status });
  return answer;
};

const send = async (
  { owner, http, secrets, values, headers }: HttpCall,
  url: string,
  surroundings: Surroundings,
  tokens: Tokens,
  left: () => number,
): Promise<HttpAnswer> => {
  const tls = { ca: secrets.ca, cert: secrets.client_certificate, key: secrets.client_key };
  const token =
    http.oauth === null
      ? undefined
      : await tokens.get(
          { owner, oauth: http.oauth, clientSecret: secrets.client_secret ?? '', tls },
          { ...surroundings, timeoutMs: left() },
        );
  const body = http.method === 'POST' ? JSON.stringify(fillJson(http.body ?? {}, values)) : undefined;
  return exchange(
    {
      method: http.method,
      url,
      body,
      tls,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...lowered(http.headers),
        ...lowered(secrets.headers ?? {}),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    },
    { ...surroundings, timeoutMs: left() },
  );
};

/** Header names are compared without case, so that a header is not sent twice. */
const lowered = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** @throws ConnectorError */
export const parseAnswer = ({ body }: HttpAnswer): unknown => {
  if (body.length === 0) return null;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ConnectorError('not_json', 'The answer is not JSON.');
  }
};
