import { hostname } from 'node:os';
import { z } from 'zod';
import { egressShape } from './desktop/egress-proxy/limits.ts';
import { malformedEgressEntries } from './governance/egress-entry.ts';
import { parsePinnedHost } from './governance/pinned-hosts.ts';
import { toolsFit } from './model/native-tools.ts';
import { identityShape, refineIdentity } from './identity/settings.ts';
import { allModels, modelShape, refineModel } from './model/settings.ts';
import { temporalShape, refineTemporal } from './temporal/settings.ts';
import { keyProviderShape, refineKeyProvider } from './store/crypto/key-providers/settings.ts';
import { witnessesSchema } from './ledger/witnesses/settings.ts';
import { readSecretFiles, secretFileNames } from './secret-files.ts';
import manifest from '../package.json' with { type: 'json' };
import { DEFAULT_FILE_KINDS } from './governance/operators/file-kinds.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** A key ring in the form `k2:<base64 of 32 bytes>,k1:…`. The first key seals, and all of them can open. */
export const keyRing = z.string().transform((text, context) => {
  const keys = text.split(',').map((part) => {
    const [id = '', secret = ''] = part.trim().split(':');
    return { id, key: Buffer.from(secret, 'base64') };
  });
  const sound = keys.every(({ id, key }) => /^[a-z0-9-]{1,20}$/.test(id) && key.length === 32);
  if (!sound || new Set(keys.map(({ id }) => id)).size !== keys.length) {
    context.addIssue({
      code: 'custom',
      message:
        'expected "<id>:<base64 of 32 bytes>", comma-separated, with unique ids; make one with: openssl rand -base64 32',
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

const pinnedHosts = list.superRefine((entries, context) => {
  for (const entry of entries) {
    if (parsePinnedHost(entry) !== undefined) continue;
    context.addIssue({ code: 'custom', message: `"${entry}" is not host=address or host=address:port` });
  }
});

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
  /**
   * Address of the Web UI, which the API shows to signed-in people on TEMPORAL_UI_PORT. If not set, the API does not show it.
   */
  TEMPORAL_UI_UPSTREAM: z.url({ protocol: /^http$/ }).optional(),
  TEMPORAL_UI_PORT: port(8233),
  ENCRYPTION_KEYS: keyRing,
  ...keyProviderShape,
  ...identityShape,
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  PUBLIC_BASE_URL: z.string().optional(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
  /**
   * Maximum total size, in bytes, of request bodies larger than 1 MiB that an API process holds at a time. One team may use half
   * of it.
   */
  BODY_BYTES_MAX: z.coerce.number().int().min(0).default(402_653_184),
  /** Maximum number of streams that an API process serves at a time. One team may use half of them. */
  STREAMS_MAX: z.coerce.number().int().min(1).default(2_000),
  METRICS_TOKEN: z.string().optional(),
  /** Hosts that agents may reach: exact names or patterns such as `*.example.in`. If empty, they may not reach any. */
  EGRESS_ALLOW: list.superRefine((entries, context) => {
    for (const entry of malformedEgressEntries(entries)) {
      context.addIssue({
        code: 'custom',
        message: `"${entry}" is not a host name such as portal.example.in, or *.example.in`,
      });
    }
  }),
  /** Exceptional hosts on the internal network that operators may reach: `host=address` or `host=address:port`. */
  EGRESS_PINNED: pinnedHosts,
  /**
   * Hosts on the internal network that connectors may reach, in the form of EGRESS_PINNED. Only these may be
   * used without TLS.
   */
  CONNECTOR_PINNED: pinnedHosts,
  /** Hosts on the internal network that webhooks may reach, in the form of EGRESS_PINNED. Only these may use plain `http`. */
  WEBHOOK_PINNED: pinnedHosts,
  /** Maximum duration of an attempt to deliver an event, in milliseconds. */
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(15_000),
  ...egressShape,
  /** This worker's roles: `steps` (workflows, records, ledger) and `sandboxes` (code, on a machine with a container engine). */
  WORKER_ROLES: list
    .transform((roles) => (roles.length === 0 ? ['steps', 'sandboxes'] : roles))
    .pipe(z.array(z.enum(['steps', 'sandboxes']))),
  /** A sandbox worker's container engine: `unix:///path` or `tcp://host:port`. If not set, code execution is off. */
  DOCKER_HOST: z.string().optional(),
  /** Machine-specific settings for building sandbox images (src/sandbox/image-settings.ts). */
  SANDBOX_BASE_IMAGE: z.string().optional(),
  SANDBOX_LANGUAGES: z
    .string()
    .regex(/^[a-z]{3}( [a-z]{3})*$/)
    .optional(),
  SSL_CERT_FILE: z.string().optional(),
  PIP_INDEX_URL: z.string().optional(),
  http_proxy: z.string().optional(),
  https_proxy: z.string().optional(),
  no_proxy: z.string().optional(),
  HTTP_PROXY: z.string().optional(),
  HTTPS_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
  SANDBOX_RUNTIME: z.enum(['runc', 'runsc']).default('runc'),
  /** Unique name of this machine as a sandbox host. */
  SANDBOX_HOST: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'expected letters, digits, dots and dashes')
    .default(hostname()),
  /**
   * Address on which this worker accepts the API's connections for viewing its desktops, and the address to announce if that is a
   * different one.
   */
  DESKTOP_LINK_HOST: z.string().default('127.0.0.1'),
  DESKTOP_LINK_PORT: port(0),
  DESKTOP_LINK_ADDRESS: z
    .string()
    .regex(/^\S+:\d{1,5}$/, 'expected host:port')
    .optional(),
  /** Maximum number of containers, including idle ones. */
  SANDBOX_MAX: z.coerce.number().int().min(1).max(1_000).default(12),
  /** Tools that operators' models get for using the desktop: our own functions, or the provider's computer tool given by name. */
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
  /** File name endings that operators may receive and hand back, separated by commas. */
  OPERATOR_FILE_KINDS: list.transform((kinds) => (kinds.length === 0 ? DEFAULT_FILE_KINDS : kinds)),
  /**
   * Maximum number of operators' desktops, and number of desktops to keep ready. By default one is kept ready if a model provider
   * is configured.
   */
  DESKTOP_MAX: z.coerce.number().int().min(0).max(200).default(4),
  DESKTOP_READY: z.coerce.number().int().min(0).max(50).optional(),
  /** Folder for the desktops' sockets. The container engine must see it under the same path. */
  DESKTOP_SOCKETS: z.string().max(40).optional(),
  /** Maximum time in milliseconds that a code run waits for a sandbox before it is refused as busy. */
  SANDBOX_WAIT_MS: z.coerce.number().int().min(0).max(600_000).default(30_000),
  /** How long a run that waits for a person keeps its sandbox, in milliseconds. */
  SANDBOX_HOLD_MS: z.coerce.number().int().min(0).max(1_200_000).default(120_000),
  /** Maximum number of sandboxes that a team keeps open at the same time, and of MiB that they use together. */
  SANDBOX_OPEN_MAX: z.coerce.number().int().min(0).max(1_000).default(4),
  SANDBOX_OPEN_MEMORY_MB: z.coerce.number().int().min(0).max(1_048_576).default(4_096),
  /** Maximum lifetime in milliseconds of a sandbox that is kept open. */
  SANDBOX_OPEN_MS: z.coerce.number().int().min(10_000).max(86_400_000).default(3_600_000),
  /** Base name for the task queues. Installations that share a Temporal namespace need different ones. */
  TEMPORAL_TASK_QUEUE: z.string().min(1).default('steps'),
  /** Path of a prebuilt workflow bundle. If not set, workflows are bundled at the start. */
  WORKFLOW_BUNDLE: z.string().optional(),
  /**
   * Name of the workers' deployment in Temporal. If set, Temporal sends a run's work only to workers of the release that began it,
   * and new runs to the release that was put in service (docs/upgrades.md).
   */
  WORKER_DEPLOYMENT: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'expected letters, digits and dashes')
    .optional(),
  /** Name of this release within the deployment. */
  WORKER_BUILD_ID: z
    .string()
    .regex(/^[\w.+-]{1,100}$/, 'expected letters, digits, dots and dashes')
    .default(manifest.version),
  /** Address at which a worker serves `/healthz` and `/metrics`; without a port, it serves neither. */
  WORKER_METRICS_HOST: z.string().default('127.0.0.1'),
  WORKER_METRICS_PORT: port(0).optional(),
  RECONCILE_EVERY_MS: z.coerce.number().int().min(50).default(2_000),
  /** Minimum age of a run, in milliseconds, before the reconciler handles it. */
  RECONCILE_GRACE_MS: z.coerce.number().int().min(0).default(5_000),
  /**
   * Prefix of the teams' log names. It must not change after the first checkpoint has been signed, because a log with a different
   * name is a different log.
   */
  LEDGER_ORIGIN: z
    .string()
    .regex(/^[A-Za-z0-9.-]+(\/[\w.-]+)*$/, 'expected a host name, with or without a path')
    .default('pramaan.local'),
  /**
   * Ed25519 keys for signing checkpoints, in the same format as ENCRYPTION_KEYS. If not set, they are derived from
   * ENCRYPTION_KEYS.
   */
  LEDGER_SIGNING_KEYS: keyRing.optional(),
  /** Seconds between checkpoints. If 0, checkpoints are only signed on demand. */
  LEDGER_CHECKPOINT_EVERY_S: z.coerce.number().int().min(0).max(86_400).default(30),
  /**
   * Seconds between audits of all ledgers. If 0, there are no audits, and values are not erased after their retention period
   * either.
   */
  LEDGER_AUDIT_EVERY_S: z.coerce.number().int().min(0).max(86_400).default(300),
  /** Maximum number of hours between two verifications of a whole chain. */
  LEDGER_FULL_CHECK_HOURS: z.coerce.number().int().min(1).max(8_760).default(24),
  /** Webhook to call when a ledger fails its audit. If a secret is set, the body is signed. */
  LEDGER_ALERT_WEBHOOK: z.url({ protocol: /^https?$/ }).optional(),
  LEDGER_ALERT_SECRET: z.string().min(16).optional(),
  /** Number of days to keep sealed cases. CERT-In's directions require logs for 180 days, and the DPDP Rules for one year. */
  RETENTION_DAYS: z.coerce.number().int().min(180).default(365),
  /**
   * How alerts and checkpoints are posted to LEDGER_ALERT_WEBHOOK and to witnesses of kind webhook: signed by Standard Webhooks, or
   * also with the body and the signature of releases before it.
   */
  LEDGER_WEBHOOK_SIGNATURE: z.enum(['standard', 'sha256']).default('standard'),
  LEDGER_WITNESSES: json.pipe(witnessesSchema).default([]),
  ...modelShape,
  /** URL to which agent-loop spans are sent (OTLP over HTTP). If not set, they are not sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\//, 'expected an http(s) URL')
    .optional(),
  /** Whether spans include the masked messages. */
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

const schema = shape
  .superRefine(refineModel)
  .superRefine(refineTemporal)
  .superRefine(refineIdentity)
  .superRefine(refineKeyProvider)
  .superRefine((config, context) => {
    if (toolsFit(config.OPERATOR_TOOLS, allModels(config)[0]?.provider ?? config.MODEL_PROVIDER)) return;
    context.addIssue({
      code: 'custom',
      path: ['OPERATOR_TOOLS'],
      message: 'expected plain, elements, or a computer-use tool of the configured MODEL_PROVIDER',
    });
  });

/** Names of the service's settings. */
export const settingNames: readonly string[] = [...Object.keys(shape.shape), ...secretFileNames];

/**
 * Returns a setting's value if it is a number, a boolean or one of fixed words, which is neither a secret nor a name, and
 * otherwise only that it is set.
 */
export const describeSetting = (name: string, value: string): string | number | boolean => {
  const schema = (shape.shape as Readonly<Record<string, z.ZodType>>)[name];
  if (schema === undefined || !isPlain(schema)) return '(set)';
  const { success, data } = schema.safeParse(value);
  return success ? (data as string | number | boolean) : '(set, but wrong)';
};

const isPlain = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isPlain(schema.def.innerType);
  // A boolean is read from text, by a pipe.
  if (schema instanceof z.ZodPipe) return schema.def.out instanceof z.ZodBoolean;
  return schema instanceof z.ZodNumber || schema instanceof z.ZodEnum;
};

export type Config = Readonly<z.output<typeof schema>>;

/** Thrown for invalid settings. The message names every invalid setting at once, but never contains a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads this process's settings, and the files that hold secrets. This is the only place that reads the environment.
 * @throws ConfigError naming each setting that is missing or malformed
 */
export const loadConfig = (env: Readonly<Record<string, string | undefined>> = process.env): Config => {
  const { env: read, issues } = readSecretFiles(env);
  const unread = issues.map(([name, message]) => `  ${name}: ${message}`);
  // An empty variable counts as not set, because compose files pass unset variables as empty ones.
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success && unread.length === 0) return Object.freeze(parsed.data);
  const unreadable = new Set(issues.map(([name]) => name.replace(/_FILE$/, '')));
  const wrong = (parsed.error?.issues ?? [])
    .filter(({ path }) => !unreadable.has(path.join('.')))
    .map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`Settings are missing or wrong:\n${[...unread, ...wrong].join('\n')}`);
};
