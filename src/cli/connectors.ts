import type { z } from 'zod';
import type { connectorListSchema, connectorTestSchema } from '../contract/connector.ts';
import { callApi } from './api-client.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

/** Shows the connectors of the key's team, and whether they answer. */
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

/** Makes one call through a connector and shows what came of it. */
export const tryConnector = async (access: ApiAccess, name: string, key: string): Promise<Outcome> => {
  const path = `/v1/connectors/${encodeURIComponent(name)}/test`;
  const test = await callApi<z.output<typeof connectorTestSchema>>(access, 'POST', path, { key });
  const fields = Object.entries(test.record ?? {}).map(([field, value]) => `  ${field}: ${String(value)}`);
  const text = test.ok
    ? [
        `${name} answered in ${test.duration_ms} ms${test.found === false ? ': no such record' : ''}.`,
        ...fields,
      ]
    : [`${name} gave no usable answer (${String(test.code)}). ${test.detail ?? ''}`];
  return { code: test.ok ? EXIT.ok : EXIT.foundWrong, json: { ...test }, text: text.join('\n') };
};
