import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { connectorListSchema, connectorTestSchema } from '../contract/connector.ts';
import { ProvisionError } from '../provision/problem.ts';
import { callApi } from './api-client.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

/** Shows the connectors of the key's team, and whether they respond. */
export const showConnectors = async (access: ApiAccess): Promise<Outcome> => {
  const { connectors } = await callApi<z.output<typeof connectorListSchema>>(access, 'GET', '/v1/connectors');
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

/** Input for testing a connector: a key to look up, or a file with an event. */
export interface Trial {
  readonly key?: string;
  readonly event?: string;
}

/** @throws ProvisionError unless exactly one of the two is given and a file can be read */
const bodyOf = async ({ key, event }: Trial): Promise<object> => {
  if ((key === undefined) === (event === undefined))
    throw new ProvisionError('Give either --key or --event.', 'A connector of kind inbound takes an event.');
  if (event === undefined) return { key };
  try {
    return { event: JSON.parse(await readFile(event, 'utf8')) as unknown };
  } catch {
    throw new ProvisionError(`${event} cannot be read.`, 'It has to be a file with one JSON object.');
  }
};

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Makes one call through a connector, or maps an event, and shows the result. */
export const tryConnector = async (access: ApiAccess, name: string, trial: Trial): Promise<Outcome> => {
  const path = `/v1/connectors/${encodeURIComponent(name)}/test`;
  const body = await bodyOf(trial);
  const test = await callApi<z.output<typeof connectorTestSchema>>(access, 'POST', path, body);
  const fields = Object.entries(test.record ?? {}).map(([field, value]) => `  ${field}: ${shown(value)}`);
  const nothing = trial.event === undefined ? ': no such record' : ': the event starts nothing';
  const text = test.ok
    ? [`${name} answered in ${test.duration_ms} ms${test.found === false ? nothing : ''}.`, ...fields]
    : [`${name} gave no usable answer (${String(test.code)}). ${test.detail ?? ''}`];
  return { code: test.ok ? EXIT.ok : EXIT.foundWrong, json: { ...test }, text: text.join('\n') };
};
