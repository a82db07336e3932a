import type { z } from 'zod';
import type { connectorListSchema, connectorTestSchema } from '../contract/connector.ts';
import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

/** Where the command line finds the API, and the key with which it calls it. */
export interface ConnectorService {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly dataDir: string;
}

/**
 * Calls the service in PRAMAAN_URL with the key in PRAMAAN_KEY, or the service that `npm start` runs here. Secrets of connectors
 * are opened by the service alone, so the command line asks it and not the database.
 * @throws ProvisionError if it does not answer, or refuses
 */
const call = async <T>(service: ConnectorService, path: string, body?: object): Promise<T> => {
  const local = service.url === undefined ? await readServiceFile(service.dataDir) : undefined;
  const url = service.url ?? local?.url;
  const key = service.key ?? local?.api_key;
  if (url === undefined || key === undefined)
    throw new ProvisionError(
      'No service has been started here.',
      'Set PRAMAAN_URL and PRAMAAN_KEY, or run npm start in another terminal.',
    );
  let response: Response;
  try {
    response = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ProvisionError(
      `The service at ${url} does not respond.`,
      'Check PRAMAAN_URL, and that the service is running.',
    );
  }
  const answer = (await response.json()) as T & { readonly title?: string; readonly detail?: string };
  if (!response.ok)
    throw new ProvisionError(answer.title ?? 'The service refused the request', answer.detail ?? '');
  return answer;
};

/** Shows the connectors of the key's team, and whether they answer. */
export const showConnectors = async (service: ConnectorService): Promise<Outcome> => {
  const { connectors } = await call<z.output<typeof connectorListSchema>>(service, '/v1/connectors');
  const rows = connectors.map(({ name, kind, serves, state }) => [
    name,
    kind,
    serves,
    state.state,
    state.code ?? '',
    state.answered_at ?? 'never',
  ]);
  const text =
    rows.length === 0
      ? 'This team has no connectors.'
      : table([['NAME', 'KIND', 'SERVES', 'STATE', 'CODE', 'LAST ANSWER'], ...rows]);
  return { code: EXIT.ok, json: { connectors }, text };
};

/** Makes one call through a connector and shows what came of it. */
export const tryConnector = async (
  service: ConnectorService,
  name: string,
  key: string,
): Promise<Outcome> => {
  const path = `/v1/connectors/${encodeURIComponent(name)}/test`;
  const test = await call<z.output<typeof connectorTestSchema>>(service, path, { key });
  const fields = Object.entries(test.record ?? {}).map(([field, value]) => `  ${field}: ${String(value)}`);
  const text = test.ok
    ? [
        `${name} answered in ${test.duration_ms} ms${test.found === false ? ': no such record' : ''}.`,
        ...fields,
      ]
    : [`${name} gave no usable answer (${String(test.code)}). ${test.detail ?? ''}`];
  return { code: test.ok ? EXIT.ok : EXIT.foundWrong, json: { ...test }, text: text.join('\n') };
};
