import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { keepIfConsistent } from './remembered.ts';
import type { WitnessSettings } from './settings.ts';
import { REQUEST_MS, type Witness, WitnessAwayError } from './witness.ts';

type ObjectStore = Extract<WitnessSettings, { readonly kind: 'object_store' }>;

interface Sent {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Send = (sent: Sent) => Promise<Response>;

/**
 * Creates a witness that stores checkpoints as objects under a URL that accepts PUT and GET: each one at `<url>/<team>/<size>`,
 * which is never overwritten, and the latest also at `<url>/<team>/latest`.
 */
export const createObjectStoreWitness = (settings: ObjectStore): Witness => {
  const send = sender(settings);

  const get = async (path: string): Promise<string | undefined> => {
    const response = await send({ method: 'GET', path });
    const body = await response.text();
    if (response.status === 404) return undefined;
    if (!response.ok) throw new WitnessAwayError(`it responded with ${response.status} to a GET`);
    return body;
  };

  const put = async (
    path: string,
    note: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    const response = await send({ method: 'PUT', path, body: note, headers: { ...type, ...headers } });
    await response.body?.cancel();
    return response;
  };

  return {
    name: settings.name,
    take: async (shipment) => {
      const { teamId, checkpoint } = shipment;
      const memory = {
        last: async () => get(`${teamId}/latest`),
        keep: async (note: string) => {
          const place = `${teamId}/${String(checkpoint.size).padStart(12, '0')}`;
          const kept = await put(place, note, { 'if-none-match': '*' });
          // 412 means that the object already exists, perhaps from an earlier attempt whose response was lost. If it holds a
          // different note, that is still an error.
          const isThere = kept.status === 412 && (await get(place)) === note;
          if (!isThere && !kept.ok) throw new WitnessAwayError(`it responded with ${kept.status} to a PUT`);
          const latest = await put(`${teamId}/latest`, note);
          if (!latest.ok) throw new WitnessAwayError(`it responded with ${latest.status} to a PUT`);
        },
      };
      return keepIfConsistent(memory, shipment);
    },
  };
};

/**
 * Returns a function that sends requests to paths below the URL. It keeps the URL's query (a shared access signature), and signs
 * the requests for S3 if keys are configured.
 */
const sender = ({ url, headers, s3 }: ObjectStore): Send => {
  const client =
    s3 &&
    new AwsClient({
      service: 's3',
      region: s3.region,
      accessKeyId: s3.access_key_id,
      secretAccessKey: s3.secret_access_key,
      // No retries here: our own retries wait longer, and their state is stored.
      retries: 0,
    });
  return async ({ method, path, body, headers: more }) => {
    const address = new URL(url);
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/${path}`;
    const init = { method, headers: { ...headers, ...more }, ...(body !== undefined && { body }) };
    const signal = AbortSignal.timeout(REQUEST_MS);
    if (client === undefined) return fetch(address, { ...init, redirect: 'error', signal });
    const digest = { 'x-amz-content-sha256': hash('sha256', body ?? '') };
    const signed = await client.sign(address.href, { ...init, headers: { ...init.headers, ...digest } });
    return fetch(signed, { redirect: 'error', signal });
  };
};
