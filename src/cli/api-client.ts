import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';

/** Where the command line finds the API and with which key: PRAMAAN_URL and PRAMAAN_KEY, or what the last `npm start` wrote. */
export interface ApiAccess {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly dataDir: string;
}

interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/**
 * Sends a request to the API.
 * @returns the parsed response
 * @throws ProvisionError with the problem that the API reports, or when it does not respond
 */
export const callApi = async <T>(
  { url, key, dataDir }: ApiAccess,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> => {
  const file = await readServiceFile(dataDir);
  const base = (url ?? file?.url)?.replace(/\/+$/, '');
  const token = key ?? (url === undefined ? file?.api_key : undefined);
  if (base === undefined || token === undefined) {
    throw new ProvisionError(
      'There is no service and key to use.',
      'Run npm start in another terminal, or set PRAMAAN_URL and PRAMAAN_KEY.',
    );
  }
  const response = await fetch(`${base}${path}`, {
    method,
    redirect: 'error',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ProvisionError('The service does not respond.', `Check that it runs at ${base}.`);
  });
  const parsed = (await response.json().catch(() => ({}))) as T & Problem;
  if (response.ok) return parsed;
  const { title = `The service responded with ${response.status}`, detail = '', errors = [] } = parsed;
  const faults = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
  throw new ProvisionError(`${title}.`, faults === '' ? detail : `Correct: ${faults}`);
};
