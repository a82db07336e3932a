import type { Readable } from 'node:stream';
import { Agent, fetch, type Response } from 'undici';
import { ProvisionError } from '../provision/problem.ts';
import { type ApiAccess, locateService } from './locate-service.ts';

export interface Remote {
  readonly get: (path: string) => Promise<Response>;
  readonly post: (
    path: string,
    body: Readable,
    headers: Readonly<Record<string, string>>,
  ) => Promise<Response>;
}

/** A refusal of the API. */
export interface RemoteProblem {
  readonly title: string;
  readonly detail: string;
  readonly status: number;
}

/**
 * Returns a client for the service in PRAMAAN_URL with the key in PRAMAAN_KEY, or for the service that `npm start` runs here.
 * @throws ProvisionError if neither is there
 */
export const connectRemote = async (access: ApiAccess): Promise<Remote> => {
  const { base, token } = await locateService(access);
  // A large import may take longer to answer than a client waits by default.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const authorization = `Bearer ${token}`;
  const call = async (path: string, options: Parameters<typeof fetch>[1]): Promise<Response> => {
    try {
      return await fetch(`${base}${path}`, { dispatcher, ...options });
    } catch (error) {
      const { cause, message } = error as Error;
      throw new ProvisionError(
        `The service at ${base} does not respond: ${cause instanceof Error ? cause.message : message}`,
        'Check PRAMAAN_URL, and that the service is running.',
      );
    }
  };
  return {
    get: async (path) => call(path, { headers: { authorization } }),
    post: async (path, body, headers) =>
      call(path, { method: 'POST', body, duplex: 'half', headers: { authorization, ...headers } }),
  };
};

/** Reads a problem's body. */
export const problemFrom = async (response: Response): Promise<RemoteProblem & Record<string, unknown>> => {
  const body: unknown = await response.json().catch(() => ({}));
  const { title = 'The service refused the request', detail = '' } = body as Partial<RemoteProblem>;
  return { ...(body as object), title, detail, status: response.status };
};
