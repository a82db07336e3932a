import { z } from 'zod';
import { importReportSchema } from './records.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly next: string;
  readonly header?: 'Retry-After' | 'WWW-Authenticate';
}

/**
 * All errors that the API returns. docs/errors.md mirrors this table, and a test keeps the two equal. `next` tells the caller
 * what to do about the error.
 */
export const problems = {
  'malformed-request': { status: 400, title: 'Request not understood', next: 'Send well-formed HTTP/1.1.' },
  'malformed-body': {
    status: 400,
    title: 'Body could not be read',
    next: 'Send valid JSON in UTF-8, nested at most 64 deep.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid API key',
    next: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked, or sign in again.',
    header: 'WWW-Authenticate',
  },
  'sender-refused': {
    status: 401,
    title: 'Sender not recognised',
    next: 'Sign the raw body with the secret of this connector, and send it at once. `detail` says what does not fit.',
    header: 'WWW-Authenticate',
  },
  'scope-missing': {
    status: 403,
    title: 'Scope missing',
    next: 'Use a key, or ask for a role, with the scope named in `detail`.',
  },
  'csrf-refused': {
    status: 403,
    title: 'Request not made by this site',
    next: 'With a session cookie, send `X-CSRF-Token` from `GET /v1/me`, from a page of this service.',
  },
  'model-not-allowed': {
    status: 403,
    title: 'Model not allowed',
    next: 'Name a model that `GET /v1/models` lists, or ask the administrator to allow this one for your team.',
  },
  'second-person-needed': {
    status: 403,
    title: 'Another person has to do this',
    next: 'Ask somebody else with the scope `safety` to do it, or to agree in the review. Your team requires two people to end or shorten a suspension.',
  },
  'role-missing': {
    status: 403,
    title: 'Role missing',
    next: 'Ask somebody with a role named in `detail`. A key acts as a `reviewer`, never as `committee`.',
  },
  'another-person-needed': {
    status: 403,
    title: 'Somebody else has to decide',
    next: 'Ask a colleague. Nobody decides what they submitted, and four eyes belong to two people, whatever keys they use.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    next: "Check the path and the id. Another team's ids are not found either.",
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    next: 'Use a method listed in the `Allow` header.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request arrived too slowly',
    next: 'Send the request again, faster.',
  },
  'idempotency-in-flight': {
    status: 409,
    title: 'First request still in progress',
    next: 'Try again after `Retry-After` seconds.',
    header: 'Retry-After',
  },
  'run-not-ended': {
    status: 409,
    title: 'The run has not ended',
    next: 'Wait until the run is `done`. A video shows all of its steps.',
  },
  'answered-otherwise': {
    status: 409,
    title: 'Already answered differently',
    next: 'Read the run. The first answer counts, and this one contradicts it.',
  },
  'sandbox-ended': {
    status: 409,
    title: 'Sandbox has ended',
    next: 'Open another one. `GET /v1/sandboxes/{id}` says why this one ended.',
  },
  'not-suspended': {
    status: 409,
    title: 'Not suspended',
    next: 'List the switches. A suspension is resumed by the same scope, and one with `until` ends by itself.',
  },
  'already-rotated': {
    status: 409,
    title: 'Key already replaced',
    next: 'List the keys and rotate the successor, or issue a new key.',
  },
  'connector-taken': {
    status: 409,
    title: 'Another connector serves this',
    next: 'Replace or delete the connector named in `detail`.',
  },
  'record-in-use': {
    status: 409,
    title: 'Other records refer to it',
    next: 'Delete the records named in `detail` first.',
  },
  'payout-not-queued': {
    status: 409,
    title: 'Payout is not queued',
    next: 'Read the payout. This report contradicts what is recorded.',
  },
  'review-claimed': {
    status: 409,
    title: 'Claimed by somebody else',
    next: 'Choose another review, or wait until the time in `detail`.',
  },
  'review-closed': {
    status: 409,
    title: 'Review is closed',
    next: 'Read the review. It was decided first by somebody else, or it expired.',
  },
  'review-impossible': {
    status: 409,
    title: 'Decision cannot take effect',
    next: 'Choose another option; `detail` says what prevents this one.',
  },
  'amount-changed': {
    status: 409,
    title: 'Amount has changed',
    next: 'Read in `detail` what the terms propose now, and confirm it or choose another option.',
  },
  'rule-set-state': {
    status: 409,
    title: 'Version is in another state',
    next: 'Read the version. `detail` says what it would take.',
  },
  'bounds-not-met': {
    status: 409,
    title: 'Bounds not met',
    next: 'Try the version in a backtest or in shadow. `detail` names the bounds that it does not meet.',
  },
  'not-sent-back': {
    status: 409,
    title: 'Case was not sent back',
    next: 'Read the run. Only a case that a person sent back can be revised, and only once.',
  },
  'person-exists': {
    status: 409,
    title: 'Person already exists',
    next: 'List the people and change the roles of the one with this `subject`.',
  },
  'webhook-disabled': {
    status: 409,
    title: 'Webhook disabled',
    next: 'Enable the webhook first.',
  },
  'webhook-limit': {
    status: 409,
    title: 'Too many webhooks',
    next: 'Delete a webhook that is no longer needed.',
  },
  'page-not-maskable': {
    status: 409,
    title: 'Page cannot be masked',
    next: 'Ask somebody who may see it unmasked. A part of the page could not be read, so identifiers may remain visible.',
  },
  'document-erased': {
    status: 410,
    title: 'Document erased',
    next: 'Upload the document again. It was erased, alone or with a case that used it.',
  },
  'run-ended': {
    status: 410,
    title: 'The run has ended',
    next: 'Read the run. It no longer accepts answers or shows a desktop.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    next: 'Stay under the limit named in `detail`, which applies after decompression.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Media type not supported',
    next: 'Send the type named in `detail`.',
  },
  'expectation-failed': {
    status: 417,
    title: 'Expectation not met',
    next: 'Send no `Expect` header, or `Expect: 100-continue`.',
  },
  'invalid-request': {
    status: 422,
    title: 'Invalid request',
    next: 'Correct each field that `errors` points at.',
  },
  'import-refused': {
    status: 422,
    title: 'Nothing was imported',
    next: 'Correct the lines in `import.errors` and send the file again, or send it with `partial=true`.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key already used',
    next: 'Use a new key for a new request.',
  },
  suspended: {
    status: 423,
    title: 'Suspended',
    next: 'Wait until somebody resumes. `GET /v1/govern/switches` says what is suspended and why.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    next: 'Wait `Retry-After` seconds.',
    header: 'Retry-After',
  },
  'headers-too-large': {
    status: 431,
    title: 'Header fields too large',
    next: 'Send fewer or shorter headers.',
  },
  internal: { status: 500, title: 'Internal error', next: 'Report the `request_id` to the administrator.' },
  'no-model-provider': {
    status: 501,
    title: 'No model provider',
    next: 'Ask the administrator to set `MODEL_PROVIDER_API_KEY` and `MODEL_NAME`.',
  },
  'no-identity-provider': {
    status: 501,
    title: 'No identity provider',
    next: 'Ask the administrator to set `OIDC_ISSUER`, or add the person without `subject`.',
  },
  'ledger-broken': {
    status: 500,
    title: 'Ledger does not match its checkpoint',
    next: 'Ask the administrator to verify the chain. Until it verifies, the service does not sign it or prove its rows.',
  },
  'model-failed': {
    status: 502,
    title: 'The model provider refused',
    next: "Ask the administrator to check the model's key, quota and name; `detail` says what the provider refused.",
  },
  'sandboxes-busy': {
    status: 503,
    title: 'All sandboxes are in use',
    next: 'Try again after `Retry-After` seconds.',
    header: 'Retry-After',
  },
  'run-interrupted': {
    status: 503,
    title: 'The sandbox was lost',
    next: 'The code may have run in part and was not rerun. Send it again if that is safe.',
    header: 'Retry-After',
  },
  'work-timeout': {
    status: 504,
    title: 'Not finished in time',
    next: 'Send the request again, with less to do or a longer limit.',
  },
  'dependency-away': {
    status: 503,
    title: 'Dependency unavailable',
    next: 'Try again after `Retry-After` seconds.',
    header: 'Retry-After',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof problems;

/** Returns the header that all problems with a code have. */
export const headerOf = (code: ProblemCode): string | undefined => (problems[code] as ProblemKind).header;

/** Returns a problem's `type`: a stable name, not an address. */
export const problemType = (code: ProblemCode): string => `urn:pramaan:problem:${code}`;

export const problemSchema = z
  .object({
    type: z.string().meta({
      description: 'Stable name for the kind of error',
      examples: ['urn:pramaan:problem:not-found'],
    }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'Says what to do next. Never repeats input.' }),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          in: z.enum(['body', 'query', 'header']),
          pointer: z
            .string()
            .meta({ description: 'JSON Pointer (RFC 6901) into the body, the query or the headers' }),
          message: z.string(),
        }),
      )
      .optional(),
    import: importReportSchema.optional().meta({ description: 'What is wrong with an imported file' }),
    ledger_ref: z.string().optional().meta({
      description:
        'The run that failed, if there is one; `Location` is its address, where its steps can be read',
    }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });

export type ProblemBody = z.output<typeof problemSchema>;
export type FieldError = NonNullable<ProblemBody['errors']>[number];
