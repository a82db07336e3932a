import { connect, type TLSSocket } from 'node:tls';
import { Connection } from '@temporalio/client';
import { grpcCodeOf } from './grpc-code.ts';
import { type TemporalAccess, TemporalSettingsError, readTemporalAccess } from './settings.ts';
import { type TemporalConnection, temporalConnection } from './connection.ts';

const WITHIN_MS = 5_000;

const AWAY = 'nothing responds at TEMPORAL_ADDRESS';
const NO_CLIENT_CERT =
  'it requires a client certificate: set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH';

const CLIENT_CERT_REFUSED = 'it rejects the certificate in TEMPORAL_TLS_CLIENT_CERT_PATH';

const CUT = 'it closes the connection at once';
/**
 * Explanation for servers that check the client certificate only after the handshake, and then close the connection without a
 * reason.
 */
const CUT_WITH_CERT = `${CUT}, probably because it rejects the certificate in TEMPORAL_TLS_CLIENT_CERT_PATH`;

/** Explains Node's TLS error codes to the administrator. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID/, 'its certificate is for a different name: set TEMPORAL_TLS_SERVER_NAME'],
  [
    /SELF_SIGNED|UNABLE_TO|ISSUER/,
    "its certificate is not signed by the authority in TEMPORAL_TLS_SERVER_CA_CERT_PATH or, without that setting, by one of the system's authorities",
  ],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'its certificate is expired or not valid yet'],
  [/ALERT_CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE/, NO_CLIENT_CERT],
  [/ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_\w+|ACCESS_DENIED)/, CLIENT_CERT_REFUSED],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH/,
    'it does not speak TLS: unset TEMPORAL_TLS and the settings that need it',
  ],
  [/KEY_VALUES_MISMATCH/, 'the client key does not belong to the client certificate'],
  [/NO_START_LINE|PEM|ASN1|BAD_BASE64/, 'a certificate or key in the TEMPORAL_TLS settings cannot be read'],
];

/**
 * Finds out why Temporal cannot be used. The text names settings but does not contain their values. This is needed because a
 * worker's native core only reports that the connection was closed.
 * @returns undefined when Temporal can be used
 */
export const temporalTrouble = async (settings: TemporalAccess): Promise<string | undefined> => {
  let options: TemporalConnection;
  try {
    options = temporalConnection(settings);
  } catch (error) {
    if (error instanceof TemporalSettingsError) return error.message;
    throw error;
  }
  const trouble = options.tls === false ? undefined : await handshakeTrouble(options);
  return trouble ?? callTrouble(settings, options);
};

/** Does the same as {@link temporalTrouble}, but reads the settings from environment variables. */
export const temporalTroubleIn = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  try {
    return await temporalTrouble(readTemporalAccess(env));
  } catch (error) {
    if (error instanceof TemporalSettingsError) return error.message;
    throw error;
  }
};

/**
 * Describes a TLS handshake failure. Waits for the server's first frame, because servers report a missing client certificate only
 * after the handshake.
 */
const handshakeTrouble = async ({ address, tls }: TemporalConnection): Promise<string | undefined> => {
  if (tls === false) return undefined;
  const [, host = '', port] = /^(.*):(\d+)$/.exec(address)!;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let socket: TLSSocket | undefined;
  try {
    socket = connect({
      host,
      port: Number(port),
      ALPNProtocols: ['h2'],
      ...(tls.serverRootCACertificate !== undefined && { ca: Buffer.from(tls.serverRootCACertificate) }),
      ...(tls.clientCertPair !== undefined && {
        cert: Buffer.from(tls.clientCertPair.crt),
        key: Buffer.from(tls.clientCertPair.key),
      }),
      ...(tls.serverNameOverride !== undefined && { servername: tls.serverNameOverride }),
    });
    socket.setTimeout(WITHIN_MS, () => resolve(AWAY));
    socket.once('data', () => resolve(undefined));
    socket.once('error', (error) => resolve(wordsFor(error)));
    socket.once('close', () => resolve(tls.clientCertPair === undefined ? CUT : CUT_WITH_CERT));
  } catch (error) {
    resolve(wordsFor(error));
  }
  const trouble = await promise;
  socket?.destroy();
  return trouble;
};

const wordsFor = (error: unknown): string => {
  const { code = '' } = error as NodeJS.ErrnoException;
  return WORDS.find(([pattern]) => pattern.test(code))?.[1] ?? AWAY;
};

const callTrouble = async (
  settings: TemporalAccess,
  options: TemporalConnection,
): Promise<string | undefined> => {
  const connection = Connection.lazy({ ...options, interceptors: [] });
  try {
    const namespace = settings.TEMPORAL_NAMESPACE;
    await connection.withDeadline(Date.now() + WITHIN_MS, async () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return undefined;
  } catch (error) {
    const code = grpcCodeOf(error);
    if (code === 'NOT_FOUND') return 'it has no namespace with the name in TEMPORAL_NAMESPACE';
    if (code !== 'UNAUTHENTICATED' && code !== 'PERMISSION_DENIED') {
      return options.tls === false ? `${AWAY}, or it requires TLS: set TEMPORAL_TLS` : AWAY;
    }
    return options.apiKey === undefined
      ? 'it requires an API key: set TEMPORAL_API_KEY or TEMPORAL_API_KEY_FILE'
      : 'it rejects the key in TEMPORAL_API_KEY or TEMPORAL_API_KEY_FILE for this namespace';
  } finally {
    await connection.close();
  }
};
