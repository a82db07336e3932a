import type { Transaction } from 'kysely';
import type { InboundRefusal } from '../../../contract/inbound.ts';
import { actedBy, type JsonObject, type Ledger } from '../../../ledger/index.ts';
import type { ConnectorRow } from '../../../store/connectors/connectors.ts';
import type { Database } from '../../../store/db/schema.ts';

type Connector = Pick<ConnectorRow, 'id' | 'team_id' | 'name' | 'version'>;

/** Returns the connector as the actor of its events' runs. */
export const senderOf = ({ id, name }: Connector) => ({ kind: 'service', id, name }) as const;

const entryOf = (
  connector: Connector,
  requestId: string,
  {
    action,
    key,
    summary,
    detail,
  }: {
    readonly action: string;
    readonly key: string;
    readonly summary: string;
    readonly detail: JsonObject;
  },
) => ({
  teamId: connector.team_id,
  ledgerRef: connector.id,
  step: connector.version,
  action,
  governance: 'recorded',
  summary: `${summary}: ${connector.name}`,
  detail: { connector: connector.name, ...detail },
  idemKey: `${connector.id}/${action}/${key}`,
  actor: actedBy(senderOf(connector), { request_id: requestId }),
});

/**
 * Records what happened to an event, in the same transaction. The row identifies the event by the hash of its
 * id.
 */
export const recordEvent = async (
  ledger: Ledger,
  tx: Transaction<Database>,
  connector: Connector,
  {
    requestId,
    key,
    runId,
  }: { readonly requestId: string; readonly key: string; readonly runId: string | null },
): Promise<void> => {
  await ledger.appendIn(
    tx,
    entryOf(connector, requestId, {
      action: runId === null ? 'inbound.ignored' : 'inbound.accepted',
      key,
      summary: runId === null ? 'An event needed no run' : 'An event started a run',
      detail: { event: key, ...(runId !== null && { run_id: runId }) },
    }),
  );
};

/**
 * Records that an event was refused. The row contains no part of the event, because its sender may be a
 * stranger.
 */
export const recordRefusal = async (
  ledger: Ledger,
  connector: Connector,
  { requestId, code }: { readonly requestId: string; readonly code: InboundRefusal },
): Promise<void> => {
  await ledger.append(
    entryOf(connector, requestId, {
      action: 'inbound.refused',
      key: requestId,
      summary: 'An event was refused',
      detail: { code },
    }),
  );
};
