import { z } from 'zod';
import { ledgerRef, timestamp, verticalId } from './common.ts';
import { inboundSettings, inboundShown } from './inbound.ts';

/**
 * What a connector replaces: a table of records, the gateway that sends messages to people, or a sender of
 * cases.
 */
export const servedKinds = ['policies', 'hospitals', 'accounts', 'callers', 'messages', 'cases'] as const;
const serves = z.enum(servedKinds);

const connectorKinds = ['http', 'postgres', 'inbound'] as const;

export type Served = (typeof servedKinds)[number];

export const connectorName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected lower-case letters, digits and dashes, at most 40')
  .meta({ examples: ['core-policies'] });

/** Reasons why a connector gave no usable answer. */
export const connectorCodes = [
  'address_refused',
  'unresolved',
  'unreachable',
  'tls_failed',
  'timed_out',
  'closed_early',
  'redirected',
  'status',
  'credentials_refused',
  'too_large',
  'not_json',
  'statement_failed',
  'mapping_failed',
  'record_invalid',
  'ambiguous',
  'circuit_open',
] as const;

export type ConnectorCode = (typeof connectorCodes)[number];

const code = z.enum(connectorCodes).meta({
  id: 'ConnectorCode',
  description:
    '`circuit_open`: nobody calls for the moment, because the last calls failed; `record_invalid`, `ambiguous`, ' +
    '`mapping_failed`: the system answered, but not with one record that can be read',
});

const PEM = /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----\s*$/;
const pem = z.string().max(32_768).regex(PEM, 'expected PEM');
const secret = z.string().min(1).max(4_096);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'expected the name of a header');
const headerValue = z.string().regex(/^[\t\x20-\x7e]{0,2000}$/, 'expected visible ASCII');
const MAX_HEADERS = 20;
const few = (value: object): boolean => Object.keys(value).length <= MAX_HEADERS;
const headers = z.record(headerName, headerValue).refine(few, `expected at most ${MAX_HEADERS} headers`);
const template = z.string().min(1).max(2_000);

const httpShown = {
  method: z.enum(['GET', 'POST']).default('GET'),
  url: template.meta({
    description: 'Address with `{key}` where the key belongs, which is percent-encoded',
    examples: ['https://core.example.in/policies/{key}'],
  }),
  headers: headers.default({}),
  body: z.json().optional().meta({
    description:
      'JSON body of a POST. `{key}` in a string is replaced; a message also has `{to}`, `{text}` and `{kind}`',
  }),
  not_found: z
    .array(z.int().min(400).max(499))
    .max(10)
    .default([404])
    .meta({ description: 'Statuses by which the system says that there is no such record' }),
  idempotent: z.boolean().default(false).meta({
    description:
      'Whether the receiver of messages recognises a repeated `Idempotency-Key`. If not, a message is not sent again after an unclear outcome',
  }),
};

const oauthShown = {
  token_url: z.string().max(2_000),
  client_id: z.string().min(1).max(500),
  scope: z.string().max(500).optional(),
};

const http = z.strictObject({
  ...httpShown,
  secret_headers: z
    .record(headerName, headerValue.min(1))
    .refine(few, `expected at most ${MAX_HEADERS} headers`)
    .default({})
    .meta({ description: 'Headers that are stored sealed and never shown again' }),
  oauth: z
    .strictObject({ ...oauthShown, client_secret: secret })
    .optional()
    .meta({ description: 'Client credentials; the token is sent as `Authorization: Bearer`' }),
  client_certificate: pem.optional().meta({ description: 'Certificate for mutual TLS' }),
  client_key: pem.optional().meta({ description: 'Private key for mutual TLS, stored sealed' }),
  ca: pem.optional().meta({ description: "The only authority to trust for the server's certificate" }),
});

const postgresShown = {
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535).default(5_432),
  database: z.string().min(1).max(63),
  user: z.string().min(1).max(63),
  tls: z
    .enum(['verify', 'off'])
    .default('verify')
    .meta({ description: '`off` is accepted only for a host that the administrator pinned' }),
  statement: z
    .string()
    .min(1)
    .max(8_000)
    .meta({
      description: 'One SELECT with `$1` where the key belongs; it runs in a read-only transaction',
      examples: [
        'SELECT number, status, cover_from, cover_to, since, sum_insured FROM policies WHERE number = $1',
      ],
    }),
};

const postgres = z.strictObject({
  ...postgresShown,
  password: secret,
  ca: pem.optional().meta({ description: "The only authority to trust for the server's certificate" }),
});

const mapping = z
  .string()
  .min(1)
  .max(8_192)
  .meta({
    description:
      'JSONata expression that turns the answer into one record, a list of records, or nothing if there is no such record. ' +
      'Without one, the answer is the record. For `inbound` it turns the event into a case, or into nothing to ignore it.',
    examples: ['{ "number": policyNo, "status": $lowercase(state), "sum_insured": cover.amount }'],
  });

const timeout = z.int().min(100).max(15_000).default(5_000);

export const putConnectorBody = z
  .strictObject({
    kind: z.enum(connectorKinds),
    serves,
    http: http.optional(),
    postgres: postgres.optional(),
    inbound: inboundSettings.optional(),
    mapping: mapping.optional(),
    timeout_ms: timeout.meta({
      description: 'Limit for a whole call, from the look-up of the name to the last byte',
    }),
  })
  .refine((body) => connectorKinds.every((kind) => (kind === body.kind) === (body[kind] !== undefined)), {
    message: 'expected the member that `kind` names, and no other one',
    path: ['kind'],
  })
  .refine(({ serves: what, kind }) => (what === 'cases') === (kind === 'inbound'), {
    message: 'a connector of kind inbound serves cases, and no other one does',
    path: ['serves'],
  })
  .refine(({ serves: what, kind }) => what !== 'messages' || kind !== 'postgres', {
    message: 'messages are sent by a connector of kind http',
    path: ['serves'],
  })
  .meta({
    id: 'PutConnector',
    description: 'Replaces the whole connector. Secrets are not kept from before: send them again.',
  });

export type PutConnector = z.output<typeof putConnectorBody>;

const stateSchema = z
  .object({
    state: z.enum(['up', 'down', 'unknown']).meta({ description: '`unknown`: nobody has called it yet' }),
    failures: z.int().meta({ description: 'Failed calls in a row' }),
    code: code.nullable(),
    answered_at: timestamp.nullable(),
    failed_at: timestamp.nullable(),
    retry_at: timestamp
      .nullable()
      .meta({ description: 'Until when nobody calls it; null while calls are made' }),
  })
  .meta({ id: 'ConnectorState' });

export const connectorSchema = z
  .object({
    id: ledgerRef.meta({ description: 'Ledger reference of the rows about this connector' }),
    name: connectorName,
    kind: z.enum(connectorKinds),
    serves,
    version: z.int(),
    http: z
      .object({
        ...httpShown,
        secret_headers: z.array(z.string()).meta({ description: 'Names of the sealed headers' }),
        oauth: z.object(oauthShown).nullable(),
        mutual_tls: z.boolean(),
        own_ca: z.boolean(),
      })
      .nullable(),
    postgres: z.object({ ...postgresShown, own_ca: z.boolean() }).nullable(),
    inbound: z
      .object({
        ...inboundShown,
        vertical: verticalId,
        secrets: z.int().meta({ description: 'Number of sealed secrets' }),
        private_keys: z.int().meta({ description: 'Number of sealed keys' }),
        url: z.string().meta({ description: 'Address to which the sender posts its events' }),
      })
      .nullable(),
    mapping: mapping.nullable(),
    timeout_ms: timeout,
    created_at: timestamp,
    updated_at: timestamp,
    state: stateSchema,
  })
  .meta({ id: 'Connector' });

export type ConnectorBody = z.output<typeof connectorSchema>;

export const connectorListSchema = z
  .object({ connectors: z.array(connectorSchema) })
  .meta({ id: 'ConnectorList' });

export const testConnectorBody = z
  .strictObject({
    key: z.string().min(1).max(300).optional().meta({
      description:
        'What to look up: the number of a policy or an account, the name of a hospital, a phone number as +91 and ten digits, or the recipient of a test message',
    }),
    event: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'For `inbound`: an event, whose case is shown and which starts no run' }),
  })
  .refine(({ key, event }) => (key === undefined) !== (event === undefined), {
    message: 'expected either a key or an event',
    path: ['key'],
  })
  .meta({ id: 'TestConnector' });

export const connectorTestSchema = z
  .object({
    ok: z.boolean(),
    found: z.boolean().nullable().meta({ description: 'null if the call failed, and for a message' }),
    record: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The record or the case as read, masked' }),
    answer_hash: z.string().nullable().meta({ description: 'As ledger rows hold it' }),
    duration_ms: z.number(),
    code: code.nullable(),
    detail: z.string().nullable().meta({ description: 'What to look at; never quotes the answer' }),
  })
  .meta({ id: 'ConnectorTest' });
