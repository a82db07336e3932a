import { z } from 'zod';

const optional = z.string().optional();

/**
 * Settings for the connection to Temporal. They have the same names as in Temporal's own programs, so that the `temporal` command
 * line can use the same settings. Only `TEMPORAL_API_KEY_FILE` is our own.
 */
export const temporalShape = {
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s:]+:\d+$/, 'expected host:port')
    .default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  /** Whether to use TLS. By default, TLS is used if another setting requires it. */
  TEMPORAL_TLS: z.stringbool().optional(),
  /** Certificate (PEM) of the authority that signed the server's certificate; defaults to the system's authorities. */
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: optional,
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: optional,
  /** This client's certificate and key (PEM), for servers that require them (mTLS). */
  TEMPORAL_TLS_CLIENT_CERT_PATH: optional,
  TEMPORAL_TLS_CLIENT_CERT_DATA: optional,
  TEMPORAL_TLS_CLIENT_KEY_PATH: optional,
  TEMPORAL_TLS_CLIENT_KEY_DATA: optional,
  /** Expected name in the server's certificate, if it differs from the host in the address. */
  TEMPORAL_TLS_SERVER_NAME: optional,
  /** API key to send with each call, or the file that contains it. */
  TEMPORAL_API_KEY: optional,
  TEMPORAL_API_KEY_FILE: optional,
} as const;

export type TemporalAccess = Readonly<z.output<z.ZodObject<typeof temporalShape>>>;

export type Name = Exclude<keyof typeof temporalShape, 'TEMPORAL_TLS'>;

export const EITHER: readonly (readonly [Name, Name])[] = [
  ['TEMPORAL_TLS_SERVER_CA_CERT_PATH', 'TEMPORAL_TLS_SERVER_CA_CERT_DATA'],
  ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_CERT_DATA'],
  ['TEMPORAL_TLS_CLIENT_KEY_PATH', 'TEMPORAL_TLS_CLIENT_KEY_DATA'],
  ['TEMPORAL_API_KEY_FILE', 'TEMPORAL_API_KEY'],
];

/** Reports contradictory or incomplete settings. */
export const refineTemporal = (settings: TemporalAccess, context: z.RefinementCtx): void => {
  const issue = (path: keyof TemporalAccess, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  for (const [file, value] of EITHER) {
    if (settings[file] !== undefined && settings[value] !== undefined) {
      issue(file, `expected this or ${value}, not both`);
    }
  }
  const [hasCert, hasKey] = [EITHER[1]!, EITHER[2]!].map((names) => isGiven(settings, names));
  if (hasCert !== hasKey) {
    issue(
      hasCert === true ? 'TEMPORAL_TLS_CLIENT_KEY_PATH' : 'TEMPORAL_TLS_CLIENT_CERT_PATH',
      'expected a client certificate and its key',
    );
  }
  if (settings.TEMPORAL_TLS === false && needsTls(settings)) {
    issue('TEMPORAL_TLS', 'expected true: certificates and API keys need TLS');
  }
};

const isGiven = (settings: TemporalAccess, names: readonly Name[]): boolean =>
  names.some((name) => settings[name] !== undefined);

/** Returns whether the settings ask for TLS. */
export const needsTls = (settings: TemporalAccess): boolean =>
  settings.TEMPORAL_TLS_SERVER_NAME !== undefined || EITHER.some((names) => isGiven(settings, names));

const temporalSchema = z.object(temporalShape).superRefine(refineTemporal);

/**
 * Thrown when the settings for the connection to Temporal are invalid. The message names the settings but does not contain
 * their values.
 */
export class TemporalSettingsError extends Error {
  override readonly name = 'TemporalSettingsError';
}

/** Reads only these settings, for programs that need no others. @throws TemporalSettingsError naming each invalid setting */
export const readTemporalAccess = (env: NodeJS.ProcessEnv): TemporalAccess => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = temporalSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new TemporalSettingsError(issues.join('; '));
};
