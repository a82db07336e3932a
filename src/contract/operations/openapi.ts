import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { idempotencyKey } from '../common.ts';
import { type Operation, problemsOf } from '../operation.ts';
import { operations } from './index.ts';
import { headerOf, type ProblemCode, problems, problemSchema } from '../problem.ts';
import { withReceipt } from '../receipts.ts';
import { codecCookie, sessionCookie } from '../service.ts';

const descriptions = {
  workforce: {
    title: 'Pramaan agent verticals',
    description: 'Submit a case to a vertical, poll its run, read its hash-chained ledger.',
  },
  services: {
    title: 'Pramaan outcome services',
    description: "The audit ledger, API keys, the payload codec and the service's state.",
  },
} as const;

const headers: Readonly<Record<string, { description: string; schema: { type: 'string' | 'integer' } }>> = {
  'X-Request-Id': { description: 'Names this request in logs and problems', schema: { type: 'string' } },
  Location: { description: 'Address of the started run', schema: { type: 'string' } },
  'X-Run-Id': { description: "The run's id", schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` if this is the response to an earlier request',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } },
  'Content-Disposition': { description: 'A file name for the export', schema: { type: 'string' } },
  'Set-Cookie': { description: 'The session', schema: { type: 'string' } },
};

const named = (names: readonly string[]) =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, headers[name]!]));

/** Returns the headers for all problems with one status. A header is optional if some of these problems lack it. */
const problemHeaders = (codes: readonly ProblemCode[]) => {
  const carried = codes.map(headerOf);
  const names = [...new Set(carried)].filter((name) => name !== undefined);
  return {
    ...named([]),
    ...Object.fromEntries(
      names.map((name) => [name, { ...headers[name]!, required: carried.every((one) => one === name) }]),
    ),
  };
};

const responsesOf = (spec: Operation): ZodOpenApiResponsesObject => {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, reply] of Object.entries(spec.replies)) {
    const schema = reply.schema ?? { type: 'string' as const };
    responses[status] = {
      description: reply.description,
      headers: named(reply.headers ?? []),
      ...(status !== '204' && {
        content: {
          [reply.type ?? 'application/json']: { schema },
          ...(reply.events === true && { 'text/event-stream': { schema: { type: 'string' as const } } }),
        },
      }),
      ...(reply.links && { links: reply.links }),
    };
  }
  for (const [status, codes] of Map.groupBy(problemsOf(spec), (code) => String(problems[code].status))) {
    responses[status] = {
      ...(responses[status] ?? { headers: problemHeaders(codes) }),
      description: [
        responses[status]?.description,
        ...codes.map((code) => `${problems[code].title} (\`${code}\`)`),
      ]
        .filter((text) => text !== undefined)
        .join('; '),
      content: { ...responses[status]?.content, 'application/problem+json': { schema: problemSchema } },
    };
  }
  return responses;
};

const securityOf = ({ access, session }: Operation): Record<string, string[]>[] => {
  if (access === 'public') return [];
  if (access === 'guarded') return [{}, { metricsToken: [] }];
  return [{ apiKey: [] }, { session: [] }, ...(session === true ? [{ codecSession: [] }] : [])];
};

const requestHeaders = ({ idempotent, headers }: Operation) => {
  if (idempotent !== true) return headers && { header: headers };
  return {
    header: z.object({ 'Idempotency-Key': idempotencyKey.optional(), ...headers?.shape }),
  };
};

/** Describes a body that the route reads, or gets as bytes. Bytes in a form are several files. */
const bytesOf = ({ stream, raw, bytes }: Operation) => {
  const body = stream ?? raw ?? bytes;
  if (body === undefined) return {};
  const schemaOf = (type: string) =>
    bytes !== undefined && type === MULTIPART ? manyFiles : ({ type: 'string' } as const);
  return {
    requestBody: {
      required: true,
      content: Object.fromEntries(body.types.map((type) => [type, { schema: schemaOf(type) }])),
    },
  };
};

const MULTIPART = 'multipart/form-data';

const manyFiles = {
  type: 'object' as const,
  properties: {
    file: { type: 'array' as const, minItems: 1, items: { type: 'string' as const, format: 'binary' } },
  },
  required: ['file'],
};

const operationOf = (spec: Operation): ZodOpenApiOperationObject => ({
  operationId: spec.id,
  tags: [spec.tag],
  summary: spec.summary,
  ...(spec.description !== undefined && { description: spec.description }),
  security: securityOf(spec),
  requestParams: {
    ...(spec.params && { path: spec.params }),
    ...(spec.query && { query: spec.query }),
    ...requestHeaders(spec),
  },
  ...(spec.body && {
    requestBody: {
      required: spec.body.optional !== true,
      content: { [spec.body.type ?? 'application/json']: { schema: spec.body.schema } },
    },
  }),
  ...bytesOf(spec),
  responses: responsesOf(spec),
});

/**
 * Creates one of the two OpenAPI 3.1 documents from the same objects that validate requests.
 * @param baseUrl the API's public address
 */
export const createOpenApi = (document: Operation['document'], baseUrl: string) => {
  const own = operations.filter((spec) => spec.document === document).map(withReceipt);
  const paths: ZodOpenApiPathsObject = {};
  for (const spec of own) paths[spec.path] = { ...paths[spec.path], [spec.method]: operationOf(spec) };
  return createDocument({
    openapi: '3.1.0',
    info: {
      ...descriptions[document],
      version: '1.0.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(own.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, `Authorization: Bearer pmn_live_…`, or an access token of the identity provider for this API',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'Set by the sign-in. Requests that change something also need `X-CSRF-Token`.',
        },
        ...(document === 'services' && {
          metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
          codecSession: {
            type: 'apiKey',
            in: 'cookie',
            name: codecCookie,
            description: "Set by the codec's login page",
          },
        }),
      },
    },
  });
};
