import { getConnector, listConnectors } from '../../../contract/operations/connectors.ts';
import { findConnector, listConnectors as list } from '../../../store/connectors/connectors.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { showConnector } from './show.ts';

export const listConnectorsRoute = route(listConnectors, async ({ caller }, { db }) => ({
  status: 200,
  body: { connectors: (await list(db, caller.teamId)).map(showConnector) },
}));

export const getConnectorRoute = route(getConnector, async ({ params, caller }, { db }) => {
  const row = await findConnector(db, { teamId: caller.teamId, name: params.name });
  if (row === undefined) throw new ProblemError('not-found');
  return { status: 200, body: showConnector(row) };
});
