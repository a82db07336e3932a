import { z } from 'zod';
import { runId } from '../common.ts';
import { inboundReceiptSchema } from '../inbound.ts';
import { operation } from '../operation.ts';

const params = z.object({ id: z.string().regex(/^con_[0-9a-z]{1,40}$/) });

export const receiveEvent = operation({
  id: 'receiveEvent',
  method: 'post',
  path: '/v1/inbound/{id}',
  document: 'services',
  tag: 'Connectors',
  summary: 'Receive an event of another system',
  description:
    'For systems that report events themselves, such as a helpdesk. `id` is the id of a connector of kind `inbound`. The sender proves ' +
    'itself by its own signature over the raw body, and needs no key. The event is turned into a case, whose run starts; an event ' +
    'that is sent again starts nothing.',
  access: 'public',
  params,
  raw: {
    types: [
      'application/json',
      'application/fhir+json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ],
    limit: 2_097_152,
  },
  problems: ['sender-refused', 'suspended', 'rate-limited'],
  replies: { 202: { description: 'What was done with the event', schema: inboundReceiptSchema } },
});

export const receiveCall = operation({
  id: 'receiveCall',
  method: 'get',
  path: '/v1/inbound/{id}',
  document: 'services',
  tag: 'Connectors',
  summary: "Receive a call from Exotel's Passthru applet",
  description:
    'Exotel reports a call that goes through its Passthru applet by GET, with the call in the query string. `id` is the id of a ' +
    'connector of the shape `exotel.status`; for connectors of other shapes, the response is 404. Otherwise as `POST`.',
  access: 'public',
  params,
  query: z.looseObject({
    CallSid: z.string().max(200).optional().meta({ description: "Exotel's id of the call" }),
    token: z.string().max(500).optional().meta({ description: 'With the scheme `query`: the secret' }),
  }),
  problems: ['sender-refused', 'malformed-body', 'suspended', 'rate-limited'],
  replies: { 200: { description: 'What was done with the call', schema: inboundReceiptSchema } },
});

export const readClaimResponse = operation({
  id: 'readClaimResponse',
  method: 'get',
  path: '/v1/workforce/runs/{id}/claim-response',
  document: 'workforce',
  tag: 'Runs',
  summary: 'Read the outcome of a claim as a FHIR ClaimResponse',
  description:
    'FHIR R4, with denial codes of the Health Claims Exchange. A claim that is with a person is `queued`; once a person has decided ' +
    'it, the response says what. Only for `kyc` runs; a run that is still running is not found.',
  access: 'runs:read',
  params: z.object({ id: runId }),
  replies: {
    200: {
      description: 'The ClaimResponse',
      type: 'application/fhir+json',
      schema: z
        .looseObject({ resourceType: z.literal('ClaimResponse'), outcome: z.string() })
        .meta({ id: 'ClaimResponse' }),
    },
  },
});
