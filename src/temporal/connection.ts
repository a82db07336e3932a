import type { TLSConfig } from '@temporalio/client';
import { readFileSync } from 'node:fs';
import { type TemporalAccess, needsTls, EITHER, type Name, TemporalSettingsError } from './settings.ts';

/** Connection options shared by the client and the worker. */
export interface TemporalConnection {
  readonly address: string;
  readonly tls: TLSConfig | false;
  readonly apiKey?: string;
}

/**
 * Builds the connection options from the settings.
 * @throws TemporalSettingsError naming the setting whose file cannot be read or is not PEM
 */
export const temporalConnection = (settings: TemporalAccess): TemporalConnection => {
  const apiKey = settings.TEMPORAL_API_KEY ?? readSecret(settings, 'TEMPORAL_API_KEY_FILE');
  return {
    address: settings.TEMPORAL_ADDRESS,
    tls: (settings.TEMPORAL_TLS ?? needsTls(settings)) ? tlsOf(settings) : false,
    ...(apiKey !== undefined && { apiKey }),
  };
};

const tlsOf = (settings: TemporalAccess): TLSConfig => {
  const [ca, crt, key] = EITHER.slice(0, 3).map(([file, value]) => readPem(settings, file, value));
  const name = settings.TEMPORAL_TLS_SERVER_NAME;
  return {
    ...(ca !== undefined && { serverRootCACertificate: ca }),
    ...(crt !== undefined && key !== undefined && { clientCertPair: { crt, key } }),
    ...(name !== undefined && { serverNameOverride: name }),
  };
};

const readPem = (settings: TemporalAccess, file: Name, value: Name): Buffer | undefined => {
  const text = settings[value] ?? readSecret(settings, file);
  if (text === undefined) return undefined;
  if (!text.includes('-----BEGIN ')) {
    throw new TemporalSettingsError(`${settings[value] === undefined ? file : value}: expected PEM`);
  }
  return Buffer.from(text);
};

const readSecret = (settings: TemporalAccess, name: Name): string | undefined => {
  const path = settings[name];
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TemporalSettingsError(`${name}: the file cannot be read (${code ?? 'unknown error'})`, {
      cause: error,
    });
  }
};
