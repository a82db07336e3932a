import { z } from 'zod';

const dependency = z.object({
  state: z.enum(['up', 'down', 'off', 'unknown']).meta({
    description: '`off`: not configured; `unknown`: a model whose provider no worker has asked lately',
  }),
  latency_ms: z.number().optional(),
  detail: z.string().optional(),
});

export const healthSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const readinessSchema = z
  .object({
    status: z.enum(['ready', 'degraded', 'unavailable']).meta({
      description:
        '`degraded`: reads work and runs are accepted, but start later; `unavailable`: the database is ' +
        'unavailable',
    }),
    dependencies: z.record(z.string(), dependency),
  })
  .meta({ id: 'Readiness' });

export const openapiDocumentSchema = z
  .object({ openapi: z.string() })
  .loose()
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document' });

export const serviceDescriptionSchema = z
  .object({
    name: z.literal('Pramaan'),
    description: z.string(),
    links: z
      .object({
        reference: z.url(),
        workforce_contract: z.url(),
        services_contract: z.url(),
        verticals: z.url(),
        health: z.url(),
        readiness: z.url(),
      })
      .meta({ description: 'Further addresses, none of which needs a key' }),
    documentation: z.string().meta({ description: 'The page in the release that explains the API' }),
  })
  .meta({ id: 'ServiceDescription' });

export const referenceQuery = z.strictObject({
  document: z
    .enum(['workforce', 'services'])
    .default('services')
    .meta({ description: 'Which of the two OpenAPI documents to show' }),
});

/** A Temporal payload in protobuf JSON; bytes are base64. */
const payload = z
  .object({
    metadata: z.record(z.string(), z.base64()).optional(),
    data: z.base64().optional(),
  })
  .meta({ id: 'Payload' });

export const payloadsSchema = z.object({ payloads: z.array(payload).max(10_000) }).meta({ id: 'Payloads' });

/** Name of the cookie that the codec's login page sets. */
export const codecCookie = 'pramaan_codec';

export const codecLoginForm = z.object({ key: z.string().max(200) }).meta({ id: 'CodecLogin' });

export const sessionCookie = '__Host-pramaan_session';
