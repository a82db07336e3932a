import { keepIfConsistent } from './remembered.ts';
import { REQUEST_MS, type Witness, WitnessAwayError } from './witness.ts';

/**
 * Keeps checkpoints as objects below a URL that takes PUT and GET: `<url>/<team>/<size>` for each one, which is never
 * written twice, and `<url>/<team>/latest`.
 */
export const createObjectStoreWitness = (settings: {
  readonly name: string;
  readonly url: string;
  /** Sent with every request, such as an Authorization. */
  readonly headers: Readonly<Record<string, string>>;
}): Witness => {
  const request = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${settings.url.replace(/\/+$/, '')}/${path}`, {
      ...init,
      headers: { ...settings.headers, ...(init.headers as Readonly<Record<string, string>> | undefined) },
      signal: AbortSignal.timeout(REQUEST_MS),
    });

  const get = async (path: string): Promise<string | undefined> => {
    const response = await request(path);
    const body = await response.text();
    if (response.status === 404) return undefined;
    if (!response.ok) throw new WitnessAwayError(`it answered ${response.status} to a GET`);
    return body;
  };

  const put = async (
    path: string,
    note: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const response = await request(path, {
      method: 'PUT',
      body: note,
      headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    });
    await response.body?.cancel();
    return response.status;
  };

  return {
    name: settings.name,
    take: async (shipment) => {
      const { teamId, checkpoint } = shipment;
      const memory = {
        last: async () => get(`${teamId}/latest`),
        keep: async (note: string) => {
          const place = `${teamId}/${String(checkpoint.size).padStart(12, '0')}`;
          const status = await put(place, note, { 'if-none-match': '*' });
          // 412: it is there from a try before, whose answer was lost. Another note there is no such case.
          const isThere = status === 412 && (await get(place)) === note;
          if (!isThere && !isOk(status)) throw new WitnessAwayError(`it answered ${status} to a PUT`);
          const latest = await put(`${teamId}/latest`, note);
          if (!isOk(latest)) throw new WitnessAwayError(`it answered ${latest} to a PUT`);
        },
      };
      return keepIfConsistent(memory, shipment);
    },
  };
};

const isOk = (status: number): boolean => status >= 200 && status < 300;
