import { deleteConnector, putConnector } from '../../../contract/operations/connectors.ts';
import { shapes } from '../../../connectors/inbound/shapes/index.ts';
import { divide } from '../../../connectors/common/settings.ts';
import { deleteConnector as remove, putConnector as store } from '../../../store/connectors/connectors.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { checkConnector } from './check.ts';
import { recordConnectorAct } from './record.ts';
import { showConnector } from './show.ts';

export const putConnectorRoute = route(
  putConnector,
  async ({ params, body, caller, requestId }, services) => {
    const { db, ledger, connectors, settings } = services;
    const { ring, surroundings, mapper } = connectors.deps;
    await checkConnector(body, surroundings, mapper);
    const { teamId } = caller;
    const { name } = params;
    const divided = divide(body, body.inbound && shapes[body.inbound.shape].vertical);
    const { row, isNew } = await db.transaction().execute(async (tx) => {
      const { kind, serves } = body;
      const stored = await store(tx, ring, { teamId, name, kind, serves, ...divided });
      if ('takenBy' in stored)
        throw new ProblemError('connector-taken', {
          detail: `The connector ${stored.takenBy} already serves ${serves}. Replace or delete it.`,
        });
      const { version } = stored.row;
      await recordConnectorAct(
        ledger,
        tx,
        { caller, requestId },
        {
          action: 'connector.changed',
          connector: stored.row,
          key: version,
        },
      );
      return stored;
    });
    return { status: isNew ? 201 : 200, body: showConnector(row, settings.publicBaseUrl) };
  },
);

export const deleteConnectorRoute = route(
  deleteConnector,
  async ({ params, caller, requestId }, { db, ledger, settings }) => {
    const { teamId } = caller;
    const row = await db.transaction().execute(async (tx) => {
      const connector = await remove(tx, { teamId, name: params.name });
      if (connector === undefined) throw new ProblemError('not-found');
      await recordConnectorAct(
        ledger,
        tx,
        { caller, requestId },
        { action: 'connector.deleted', connector, key: 'end' },
      );
      return connector;
    });
    return { status: 200, body: showConnector(row, settings.publicBaseUrl) };
  },
);
