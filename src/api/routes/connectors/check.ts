import { isIP } from 'node:net';
import type { PutConnector } from '../../../contract/connector.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { pinOf, refusalOf, type Surroundings } from '../../../connectors/common/address.ts';
import { ConnectorError } from '../../../connectors/common/errors.ts';
import type { Mapper } from '../../../connectors/mapping/mapper.ts';
import { fillUrl, names } from '../../../connectors/common/template.ts';
import { inboundFaults } from './check-inbound.ts';
import { refusalOfHost } from '../../../outbound/address.ts';
import { ProblemError } from '../../http/problem.ts';

/** Headers that belong to the connection or that the connector sets itself. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'idempotency-key',
]);

/**
 * Refuses a connector that could never work, or that would connect to a forbidden address.
 * @throws ProblemError 422 that names each field
 */
export const checkConnector = async (
  body: PutConnector,
  surroundings: Surroundings,
  mapper: Pick<Mapper, 'check'>,
): Promise<void> => {
  const errors: FieldError[] = [];
  const add = (pointer: string, message: string | undefined): void => {
    if (message !== undefined) errors.push({ in: 'body', pointer, message });
  };
  const { http, postgres, mapping } = body;
  if (http !== undefined) {
    add('/http/url', urlRefusal(http.url, surroundings));
    if (body.serves !== 'messages' && !names(http.url + JSON.stringify(http.body ?? ''), 'key'))
      add('/http/url', 'expected {key} in the address or in the body');
    if (http.method === 'GET' && http.body !== undefined) add('/http/body', 'only a POST has a body');
    if (body.serves === 'messages' && http.method !== 'POST')
      add('/http/method', 'messages are sent with POST');
    if (http.oauth !== undefined) add('/http/oauth/token_url', refusalOf(http.oauth.token_url, surroundings));
    for (const member of ['headers', 'secret_headers'] as const)
      for (const name of Object.keys(http[member]))
        if (OWN_HEADERS.has(name.toLowerCase()))
          add(
            `/http/${member}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            'is set by the service itself',
          );
    if ((http.client_certificate === undefined) !== (http.client_key === undefined))
      add('/http/client_key', 'a client certificate and its key belong together');
  }
  if (postgres !== undefined) {
    const isPinned = pinOf(postgres.host, surroundings) !== undefined;
    if (!isPinned) add('/postgres/host', refusalOfHost(postgres.host));
    if (!isPinned && postgres.tls === 'off') add('/postgres/tls', 'only a pinned host may do without TLS');
    if (isIP(postgres.host) !== 0 && postgres.tls === 'verify' && isPinned)
      add('/postgres/host', 'expected the name in the certificate of the server');
    add('/postgres/statement', statementRefusal(postgres.statement));
  }
  if (body.inbound !== undefined)
    for (const [pointer, message] of inboundFaults(body.inbound, mapping))
      add(`/inbound/${pointer}`, message);
  if (body.inbound?.event_id !== undefined)
    add('/inbound/event_id', await mappingRefusal(body.inbound.event_id, mapper));
  if (mapping !== undefined) add('/mapping', await mappingRefusal(mapping, mapper));
  if (errors.length > 0) throw new ProblemError('invalid-request', { errors });
};

const everyValue = (value: string) => ({ key: value, to: value, text: value, kind: value, id: value });

/** A placeholder may not decide where the request goes, so two different keys must lead to the same origin. */
const urlRefusal = (template: string, surroundings: Surroundings): string | undefined => {
  const [one, other] = ['a', 'b'].map((value) => fillUrl(template, everyValue(value)));
  const refusal = refusalOf(one ?? '', surroundings);
  if (refusal !== undefined) return refusal;
  if (new URL(one!).origin !== new URL(other!).origin) return 'the host must not depend on the key';
  return /[{}]/.test(one!) ? 'has a placeholder that is not known' : undefined;
};

const statementRefusal = (statement: string): string | undefined => {
  if (!/^\s*(select|with)\b/i.test(statement)) return 'expected one SELECT';
  if (!/\$1(?!\d)/.test(statement) || /\$([02-9]|1\d)/.test(statement))
    return 'expected $1 for the key, and no other parameter';
  return /;\s*$/.test(statement) ? 'expected no semicolon at the end' : undefined;
};

const mappingRefusal = async (
  mapping: string,
  mapper: Pick<Mapper, 'check'>,
): Promise<string | undefined> => {
  try {
    await mapper.check(mapping);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return `is not a JSONata expression: ${error.detail}`;
  }
};
