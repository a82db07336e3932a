import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';

/** Where the command line finds the API and with which key: PRAMAAN_URL and PRAMAAN_KEY, or what the last `npm start` wrote. */
export interface ApiAccess {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly dataDir: string;
}

/** An API and a key for it. */
export interface LocatedService {
  /** Without a slash at its end. */
  readonly base: string;
  readonly key: string;
}

/**
 * Returns the API and the key to use. The key of the local service is never sent to another one.
 * @throws ProvisionError if there is none
 */
export const locateService = async ({ url, key, dataDir }: ApiAccess): Promise<LocatedService> => {
  const local = url === undefined ? await readServiceFile(dataDir) : undefined;
  const base = url ?? local?.url;
  const token = key ?? local?.api_key;
  if (base === undefined || token === undefined)
    throw new ProvisionError(
      base === undefined ? 'No service has been started here.' : 'There is no key for the service.',
      'Set PRAMAAN_URL and PRAMAAN_KEY, or run npm start in another terminal.',
    );
  return { base: base.replace(/\/+$/, ''), key: token };
};

/** Returns the error for a service that cannot be reached. */
export const awayError = (base: string, reason: string): ProvisionError =>
  new ProvisionError(
    `The service at ${base} does not respond: ${reason}`,
    'Check PRAMAAN_URL, and that the service is running.',
  );
