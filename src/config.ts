import { hostname } from 'node:os';
import { z } from 'zod';
import { egressShape } from './desktop/egress-proxy/limits.ts';
import { malformedEgressEntries } from './governance/egress.ts';
import { parsePinnedHost } from './governance/pinned-hosts.ts';
import { modelShape, refineModel } from './model/settings.ts';
import { temporalShape, refineTemporal } from './temporal/settings.ts';
import { witnessesSchema } from './ledger/witnesses/settings.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** `k2:<base64 of 32 bytes>,k1:…`: the first key seals, all of them open. */
const keyRing = z.string().transform((text, context) => {
  const keys = text.split(',').map((part) => {
    const [id = '', secret = ''] = part.trim().split(':');
    return { id, key: Buffer.from(secret, 'base64') };
  });
  const sound = keys.every(({ id, key }) => /^[a-z0-9-]{1,20}$/.test(id) && key.length === 32);
  if (!sound || new Set(keys.map(({ id }) => id)).size !== keys.length) {
    context.addIssue({
      code: 'custom',
      message:
        'expected "<id>:<base64 of 32 bytes>", comma separated, ids unique; make one with: openssl rand -base64 32',
    });
    return z.NEVER;
  }
  return keys;
});

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'expected JSON' });
    return z.NEVER;
  }
});

const shape = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'expected a postgres:// URL'),
  DATABASE_MIGRATION_URL: z.string().optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(10),
  ...temporalShape,
  TEMPORAL_UI_URL: z.string().optional(),
  ENCRYPTION_KEYS: keyRing,
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  PUBLIC_BASE_URL: z.string().optional(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
  /** Bytes of all request bodies beyond 1 MiB each that an API process holds at the same time; one team may use half of it. */
  BODY_BYTES_MAX: z.coerce.number().int().min(0).default(402_653_184),
  /** Streams that an API process serves at the same time; one team may use half of them. */
  STREAMS_MAX: z.coerce.number().int().min(1).default(2_000),
  METRICS_TOKEN: z.string().optional(),
  /** Hosts that agents may reach: exact names or `*.example.in`. Empty means none. */
  EGRESS_ALLOW: list.superRefine((entries, context) => {
    for (const entry of malformedEgressEntries(entries)) {
      context.addIssue({
        code: 'custom',
        message: `"${entry}" is not a host name such as portal.example.in, or *.example.in`,
      });
    }
  }),
  /** Hosts on the internal network that operators may still reach: `host=address` or `host=address:port`. */
  EGRESS_PINNED: list.superRefine((entries, context) => {
    for (const entry of entries) {
      if (parsePinnedHost(entry) !== undefined) continue;
      context.addIssue({ code: 'custom', message: `"${entry}" is not host=address or host=address:port` });
    }
  }),
  ...egressShape,
  /** Roles of this worker: `steps` (workflows, records, ledger), `sandboxes` (code, on a machine with a container engine). */
  WORKER_ROLES: list
    .transform((roles) => (roles.length === 0 ? ['steps', 'sandboxes'] : roles))
    .pipe(z.array(z.enum(['steps', 'sandboxes']))),
  /** Container engine of a sandbox worker: `unix:///path` or `tcp://host:port`. Without one, code execution is off. */
  DOCKER_HOST: z.string().optional(),
  /** Settings that builds of sandbox images take from this machine (src/sandbox/image-settings.ts). */
  SANDBOX_BASE_IMAGE: z.string().optional(),
  SSL_CERT_FILE: z.string().optional(),
  PIP_INDEX_URL: z.string().optional(),
  http_proxy: z.string().optional(),
  https_proxy: z.string().optional(),
  no_proxy: z.string().optional(),
  HTTP_PROXY: z.string().optional(),
  HTTPS_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
  SANDBOX_RUNTIME: z.enum(['runc', 'runsc']).default('runc'),
  /** Name of this machine among the sandbox hosts. */
  SANDBOX_HOST: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'expected letters, digits, dots and dashes')
    .default(hostname()),
  /** Where this worker listens for viewers of its desktops, for the API alone; the address to announce when it differs. */
  DESKTOP_LINK_HOST: z.string().default('127.0.0.1'),
  DESKTOP_LINK_PORT: port(0),
  DESKTOP_LINK_ADDRESS: z
    .string()
    .regex(/^\S+:\d{1,5}$/, 'expected host:port')
    .optional(),
  /** Maximum number of containers, including waiting ones. */
  SANDBOX_MAX: z.coerce.number().int().min(1).max(1_000).default(12),
  /** Tools that operators' models get for the desktop: our own functions, or the provider's named computer tool. */
  OPERATOR_TOOLS: z
    .enum([
      'plain',
      'elements',
      'computer_20250124',
      'computer_20251124',
      'computer_toolset_20260801',
      'computer',
      'computer_use_preview',
    ])
    .default('plain'),
  /**
   * Maximum number of operators' desktops, and how many of them stand ready: by default one where a model provider is configured.
   */
  DESKTOP_MAX: z.coerce.number().int().min(0).max(200).default(4),
  DESKTOP_READY: z.coerce.number().int().min(0).max(50).optional(),
  /** Folder of the desktops' sockets; the container engine has to see it under the same path. */
  DESKTOP_SOCKETS: z.string().max(40).optional(),
  /** How long a code run waits for a sandbox before it is refused as busy. */
  SANDBOX_WAIT_MS: z.coerce.number().int().min(0).max(600_000).default(30_000),
  /** Base name of the task queues; two installations that share a Temporal namespace need different ones. */
  TEMPORAL_TASK_QUEUE: z.string().min(1).default('steps'),
  /** Path of a prebuilt workflow bundle; workflows are bundled at start when not set. */
  WORKFLOW_BUNDLE: z.string().optional(),
  RECONCILE_EVERY_MS: z.coerce.number().int().min(50).default(2_000),
  /** How old a run must be before the reconciler looks at it. */
  RECONCILE_GRACE_MS: z.coerce.number().int().min(0).default(5_000),
  /**
   * Prefix of the names of the teams' logs. Fixed once checkpoints are signed, because a log with another name is another log.
   */
  LEDGER_ORIGIN: z
    .string()
    .regex(/^[A-Za-z0-9.-]+(\/[\w.-]+)*$/, 'expected a host name, with or without a path')
    .default('pramaan.local'),
  /** Ed25519 keys that sign checkpoints, in the format of ENCRYPTION_KEYS; derived from those when not set. */
  LEDGER_SIGNING_KEYS: keyRing.optional(),
  /** Seconds between checkpoints; 0 signs them on demand only. */
  LEDGER_CHECKPOINT_EVERY_S: z.coerce.number().int().min(0).max(86_400).default(30),
  /** Seconds between audits of all ledgers; 0 turns them off, and with them the erasing of values whose retention has ended. */
  LEDGER_AUDIT_EVERY_S: z.coerce.number().int().min(0).max(86_400).default(300),
  /** Longest time since a whole chain was last verified. */
  LEDGER_FULL_CHECK_HOURS: z.coerce.number().int().min(1).max(8_760).default(24),
  /** Webhook that is called when a ledger fails its audit; with a secret, the body is signed. */
  LEDGER_ALERT_WEBHOOK: z.url({ protocol: /^https?$/ }).optional(),
  LEDGER_ALERT_SECRET: z.string().min(16).optional(),
  /** Days that sealed cases are kept. CERT-In's directions ask for logs of 180 days, the DPDP Rules for one year. */
  RETENTION_DAYS: z.coerce.number().int().min(180).default(365),
  LEDGER_WITNESSES: json.pipe(witnessesSchema).default([]),
  ...modelShape,
  /** Where spans of agent loops are sent (OTLP over HTTP); nowhere when not set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\//, 'expected an http(s) URL')
    .optional(),
  /** Whether spans carry the masked messages. */
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** Values of OPERATOR_TOOLS that each model provider accepts. */
const TOOLS_OF: Readonly<Record<string, RegExp>> = {
  openai: /^(plain|elements)$/,
  anthropic: /^(plain|elements)$|_\d{8}$/,
  'openai-responses': /^(plain|elements|computer|computer_use_preview)$/,
};

const schema = shape
  .superRefine(refineModel)
  .superRefine(refineTemporal)
  .superRefine((config, context) => {
    if (TOOLS_OF[config.MODEL_PROVIDER]!.test(config.OPERATOR_TOOLS)) return;
    context.addIssue({
      code: 'custom',
      path: ['OPERATOR_TOOLS'],
      message: 'expected plain, elements, or a computer-use tool of the configured MODEL_PROVIDER',
    });
  });

/** The name of every setting that the service reads. */
export const settingNames: readonly string[] = Object.keys(shape.shape);

export type Config = Readonly<z.output<typeof schema>>;

/** Thrown when settings do not parse. The message names every bad key at once and never repeats a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings of this process. This is the only place that reads the environment.
 * @throws ConfigError naming each key that is missing or malformed
 */
export const loadConfig = (env: Readonly<Record<string, string | undefined>> = process.env): Config => {
  // An empty variable means "not set", because compose files pass those.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`Settings are missing or wrong:\n${lines.join('\n')}`);
};
