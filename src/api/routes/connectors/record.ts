import type { Transaction } from 'kysely';
import { actorOf, type JsonObject, type Ledger } from '../../../ledger/index.ts';
import type { ConnectorRow } from '../../../store/connectors/connectors.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';

const WORDS = {
  'connector.changed': 'A connector was created or replaced',
  'connector.deleted': 'A connector was deleted',
  'connector.tested': 'A connector was tested',
} as const;

/**
 * Records an act on a connector in the team's ledger, under the connector's id. The row names what the connector serves, but
 * neither its address nor anything that was looked up.
 * @param key distinguishes acts of the same kind on the same connector
 */
export const recordConnectorAct = async (
  ledger: Ledger,
  tx: Transaction<Database>,
  { caller, requestId }: { readonly caller: Caller; readonly requestId: string },
  {
    action,
    connector,
    key,
    detail = {},
  }: {
    readonly action: keyof typeof WORDS;
    readonly connector: ConnectorRow;
    readonly key: string | number;
    readonly detail?: JsonObject;
  },
): Promise<void> => {
  const { id, name, kind, serves, version } = connector;
  await ledger.appendIn(tx, {
    teamId: caller.teamId,
    ledgerRef: id,
    step: version,
    action,
    governance: 'recorded',
    summary: `${WORDS[action]}: ${name}`,
    detail: { connector: name, kind, serves, version, ...detail },
    idemKey: `${id}/${action}/${key}`,
    actor: actorOf(caller, requestId),
  });
};
