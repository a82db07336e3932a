import { z } from 'zod';
import { ledgerRef, runId, verticalId } from './common.ts';

/** Supported shapes of events, each with a mapping to a case. A `custom` one brings its own mapping. */
export const inboundShapes = [
  'fhir.claim',
  'nhcx',
  'pagerduty.v3',
  'alertmanager.v4',
  'zendesk.event',
  'freshdesk',
  'exotel.status',
  'custom',
] as const;

export type InboundShape = (typeof inboundShapes)[number];

/** Authentication schemes of senders. */
export const inboundSchemes = [
  'standard_webhooks',
  'pagerduty',
  'zendesk',
  'bearer',
  'basic',
  'header',
  'query',
  'jwt',
] as const;

export type InboundScheme = (typeof inboundSchemes)[number];

/** Reasons why an event is refused; `inbound.refused` rows name them. */
export type InboundRefusal =
  | 'type_unsupported'
  | 'too_large'
  | 'unreadable'
  | 'signature_missing'
  | 'signature_wrong'
  | 'out_of_time'
  | 'not_decrypted'
  | 'mapping_failed'
  | 'case_invalid'
  | 'event_id_missing';

const expression = z.string().min(1).max(8_192);

/** Settings that may be shown. */
export const inboundShown = {
  shape: z.enum(inboundShapes),
  vertical: verticalId.optional().meta({ description: 'Default: the vertical of the shape' }),
  scheme: z.enum(inboundSchemes).meta({
    description:
      '`standard_webhooks`, `pagerduty`, `zendesk`: HMAC over the raw body; `bearer`, `basic`, `header`, `query`: a shared secret; ' +
      '`jwt`: a bearer token signed by a key of `public_keys`',
  }),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, 'expected the name of a header')
    .optional()
    .meta({ description: 'With `header`: the header that holds the secret' }),
  user: z.string().min(1).max(200).optional().meta({ description: 'With `basic`: the user name' }),
  public_keys: z
    .array(z.string().max(16_384))
    .min(1)
    .max(3)
    .optional()
    .meta({ description: 'With `jwt`: keys or certificates of the sender, as PEM' }),
  audience: z.string().min(1).max(300).optional().meta({ description: 'With `jwt`: the expected `aud`' }),
  tolerance_s: z
    .int()
    .min(10)
    .max(3_600)
    .default(300)
    .meta({ description: 'How far a signed time may be from ours, in seconds' }),
  event_id: expression.optional().meta({
    description:
      "JSONata expression for the event's id. Default: that of the shape, or the id that the sender signed",
    examples: ['event.id'],
  }),
};

/** What a caller sends to create a connector that receives events. */
export const inboundSettings = z.strictObject({
  ...inboundShown,
  secrets: z.array(z.string().min(16).max(500)).min(1).max(3).optional().meta({
    description: "The sender's secrets, stored sealed. Each is accepted, so that one can be replaced.",
  }),
  private_keys: z
    .array(z.string().max(16_384))
    .min(1)
    .max(2)
    .optional()
    .meta({ description: 'With `nhcx`: RSA keys as PEM that open the envelope, stored sealed' }),
});

export const inboundReceiptSchema = z
  .object({
    status: z.enum(['accepted', 'duplicate', 'ignored']).meta({
      description:
        '`duplicate`: the event was accepted before; `ignored`: the mapping gives no case, such as for a resolved incident',
    }),
    run_id: runId.nullable(),
    ledger_ref: ledgerRef.nullable().meta({ description: 'The rows of the run; null without one' }),
    timestamp: z.string().optional().meta({ description: 'For `nhcx`: when the message was received' }),
    api_call_id: z.string().optional().meta({ description: 'For `nhcx`: as in the message' }),
    correlation_id: z.string().optional().meta({ description: 'For `nhcx`: as in the message' }),
  })
  .meta({ id: 'InboundReceipt' });

export type InboundReceipt = z.output<typeof inboundReceiptSchema>;
