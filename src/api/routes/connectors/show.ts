import type { ConnectorBody, ConnectorCode } from '../../../contract/connector.ts';
import type { ConnectorSettings } from '../../../connectors/common/settings.ts';
import type { ConnectorRow } from '../../../store/connectors/connectors.ts';

/** Returns a connector as the API shows it, without its secrets. */
export const showConnector = (row: ConnectorRow, publicBaseUrl: string): ConnectorBody => {
  const { http, postgres, inbound, mapping, timeout_ms } = row.settings as ConnectorSettings;
  const retryAt = row.open_until !== null && row.open_until.getTime() > Date.now() ? row.open_until : null;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    serves: row.serves,
    version: row.version,
    http: http as ConnectorBody['http'],
    postgres,
    inbound: inbound == null ? null : { ...inbound, url: `${publicBaseUrl}/v1/inbound/${row.id}` },
    mapping,
    timeout_ms,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    state: {
      state: row.failures > 0 ? 'down' : row.answered_at === null ? 'unknown' : 'up',
      failures: row.failures,
      code: row.code as ConnectorCode | null,
      answered_at: row.answered_at?.toISOString() ?? null,
      failed_at: row.failed_at?.toISOString() ?? null,
      retry_at: retryAt?.toISOString() ?? null,
    },
  };
};
