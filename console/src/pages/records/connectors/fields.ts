import type { ConnectorBody } from '../../../../../src/contract/connector.ts';
import { VERTICALS } from '../../../api/types.ts';
import type { InboundScheme, InboundShape } from '../../../../../src/contract/inbound.ts';

export type Kind = ConnectorBody['kind'];
export type Serves = ConnectorBody['serves'];

/** How the text of a field becomes a value. */
export type FieldType =
  'text' | 'number' | 'numbers' | 'choice' | 'check' | 'area' | 'json' | 'headers' | 'lines' | 'pems';

export interface Field {
  readonly at: FieldPath;
  readonly type: FieldType;
  readonly isRequired?: true;
  /** The service seals the value, so the form never shows it again. */
  readonly isSecret?: true;
  /** Whether only few connectors need it. */
  readonly isRare?: true;
  readonly options?: readonly string[];
  readonly initial?: string;
}

const isA = <T extends string>(values: Readonly<Record<T, true>>): readonly T[] => Object.keys(values) as T[];

export const SERVES = isA<Serves>({
  policies: true,
  hospitals: true,
  accounts: true,
  callers: true,
  messages: true,
  cases: true,
});

const SHAPES = isA<InboundShape>({
  'fhir.claim': true,
  nhcx: true,
  'pagerduty.v3': true,
  'alertmanager.v4': true,
  'zendesk.event': true,
  freshdesk: true,
  'exotel.status': true,
  custom: true,
});

const SCHEMES = isA<InboundScheme>({
  standard_webhooks: true,
  pagerduty: true,
  zendesk: true,
  bearer: true,
  basic: true,
  header: true,
  query: true,
  jwt: true,
});

/** The kinds that can serve something, as the contract says. */
export const kindsFor = (serves: Serves): readonly [Kind, ...Kind[]] => {
  if (serves === 'cases') return ['inbound'];
  return serves === 'messages' ? ['http'] : ['http', 'postgres'];
};

export type FieldPath =
  | 'mapping'
  | 'timeout_ms'
  | `http.${'method' | 'url' | 'headers' | 'secret_headers' | 'body' | 'not_found' | 'idempotent'}`
  | `http.${'oauth.token_url' | 'oauth.client_id' | 'oauth.client_secret' | 'oauth.scope'}`
  | `http.${'client_certificate' | 'client_key' | 'ca'}`
  | `postgres.${'host' | 'port' | 'database' | 'user' | 'password' | 'tls' | 'statement' | 'ca'}`
  | `inbound.${'shape' | 'vertical' | 'scheme' | 'header' | 'user' | 'public_keys' | 'audience'}`
  | `inbound.${'tolerance_s' | 'event_id' | 'secrets' | 'private_keys'}`;

const COMMON: readonly Field[] = [
  { at: 'mapping', type: 'area' },
  { at: 'timeout_ms', type: 'number', initial: '5000' },
];

const HTTP: readonly Field[] = [
  { at: 'http.url', type: 'text', isRequired: true },
  { at: 'http.method', type: 'choice', options: ['GET', 'POST'], isRequired: true },
  { at: 'http.body', type: 'json' },
  { at: 'http.secret_headers', type: 'headers', isSecret: true },
  { at: 'http.headers', type: 'headers', isRare: true },
  { at: 'http.not_found', type: 'numbers', isRare: true, initial: '404' },
  { at: 'http.idempotent', type: 'check', isRare: true },
  { at: 'http.oauth.token_url', type: 'text', isRare: true },
  { at: 'http.oauth.client_id', type: 'text', isRare: true },
  { at: 'http.oauth.client_secret', type: 'text', isSecret: true, isRare: true },
  { at: 'http.oauth.scope', type: 'text', isRare: true },
  { at: 'http.client_certificate', type: 'area', isSecret: true, isRare: true },
  { at: 'http.client_key', type: 'area', isSecret: true, isRare: true },
  { at: 'http.ca', type: 'area', isSecret: true, isRare: true },
];

const POSTGRES: readonly Field[] = [
  { at: 'postgres.host', type: 'text', isRequired: true },
  { at: 'postgres.port', type: 'number', isRequired: true, initial: '5432' },
  { at: 'postgres.database', type: 'text', isRequired: true },
  { at: 'postgres.user', type: 'text', isRequired: true },
  { at: 'postgres.password', type: 'text', isRequired: true, isSecret: true },
  { at: 'postgres.statement', type: 'area', isRequired: true },
  { at: 'postgres.tls', type: 'choice', options: ['verify', 'off'], isRequired: true, isRare: true },
  { at: 'postgres.ca', type: 'area', isSecret: true, isRare: true },
];

const INBOUND: readonly Field[] = [
  { at: 'inbound.shape', type: 'choice', options: SHAPES, isRequired: true },
  { at: 'inbound.vertical', type: 'choice', options: VERTICALS },
  { at: 'inbound.scheme', type: 'choice', options: SCHEMES, isRequired: true },
  { at: 'inbound.secrets', type: 'lines', isSecret: true },
  { at: 'inbound.header', type: 'text', isRare: true },
  { at: 'inbound.user', type: 'text', isRare: true },
  { at: 'inbound.public_keys', type: 'pems', isRare: true },
  { at: 'inbound.audience', type: 'text', isRare: true },
  { at: 'inbound.private_keys', type: 'pems', isSecret: true, isRare: true },
  { at: 'inbound.event_id', type: 'text', isRare: true },
  { at: 'inbound.tolerance_s', type: 'number', isRare: true, initial: '300' },
];

const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  http: [...HTTP, ...COMMON],
  postgres: [...POSTGRES, ...COMMON],
  inbound: [...INBOUND, ...COMMON],
};

export const fieldsOf = (kind: Kind): readonly Field[] => FIELDS[kind];
