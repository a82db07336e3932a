import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';

/** Where the command line finds the API and with which key: PRAMAAN_URL and PRAMAAN_KEY, or what the last `npm start` wrote. */
export interface ApiAccess {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly dataDir: string;
}

/**
 * Returns the address of the API, without a slash at its end, and the key to use. The key of the service that runs here is never
 * sent to the address of another one.
 * @throws ProvisionError if there is no address or no key
 */
export const locateService = async ({
  url,
  key,
  dataDir,
}: ApiAccess): Promise<{ readonly base: string; readonly token: string }> => {
  const local = url === undefined ? await readServiceFile(dataDir) : undefined;
  const base = (url ?? local?.url)?.replace(/\/+$/, '');
  const token = key ?? local?.api_key;
  if (base !== undefined && token !== undefined) return { base, token };
  throw new ProvisionError(
    base === undefined ? 'No service has been started here.' : 'There is no key for the service.',
    'Set PRAMAAN_URL and PRAMAAN_KEY, or run npm start in another terminal.',
  );
};
