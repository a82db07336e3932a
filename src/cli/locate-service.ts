import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';
import { readProfile } from './profiles.ts';

/**
 * Finds the API and a key for the command line: from PRAMAAN_URL and PRAMAAN_KEY, a profile, or what the last
 * `npm start` wrote.
 */
export interface ApiAccess {
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** Name of a profile, which takes precedence over everything but PRAMAAN_URL. */
  readonly profile?: string | undefined;
  readonly dataDir: string;
}

/** An API and a key for it. */
export interface LocatedService {
  /** Without a slash at its end. */
  readonly base: string;
  readonly key: string;
}

/**
 * Returns the API and the key to use. The key of the local service or of a profile is never sent to another
 * one, and PRAMAAN_KEY never to a profile's service, because it may belong to another service.
 * @throws ProvisionError if there is none
 */
export const locateService = async ({ url, key, profile, dataDir }: ApiAccess): Promise<LocatedService> => {
  const found = url === undefined ? await storedService({ key, profile, dataDir }) : { url, key };
  const [base, token] = [found?.url, found?.key];
  if (base === undefined || token === undefined)
    throw new ProvisionError(
      base === undefined ? 'There is no service to call.' : 'There is no key for the service.',
      'Run pramaan init <url>, set PRAMAAN_URL and PRAMAAN_KEY, or run npm start in another terminal.',
    );
  return { base: base.replace(/\/+$/, ''), key: token };
};

/** A named profile takes precedence, then the service that runs here, then the oldest profile. */
const storedService = async ({ key, profile, dataDir }: Omit<ApiAccess, 'url'>) => {
  if (profile !== undefined) return readProfile(profile);
  const local = await readServiceFile(dataDir);
  return local === undefined ? readProfile(undefined) : { url: local.url, key: key ?? local.api_key };
};

/** Returns the error for a service that cannot be reached. */
export const awayError = (base: string, reason: string): ProvisionError =>
  new ProvisionError(
    `The service at ${base} does not respond: ${reason}`,
    'Check PRAMAAN_URL, and that the service is running.',
  );
