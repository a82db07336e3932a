import { ProvisionError } from '../provision/problem.ts';
import { type ApiAccess, locateService } from './locate-service.ts';

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
  access: ApiAccess,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> => {
  const { base, token } = await locateService(access);
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
