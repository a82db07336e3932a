import { getConnector, listConnectors } from '../../../contract/operations/connectors.ts';
import { findConnector, listConnectors as list } from '../../../store/connectors/connectors.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { showConnector } from './show.ts';

export const listConnectorsRoute = route(listConnectors, async ({ caller }, { db, settings }) => {
  const rows = await list(db, caller.teamId);
  return {
    status: 200,
    body: { connectors: rows.map((row) => showConnector(row, settings.publicBaseUrl)) },
  };
});

export const getConnectorRoute = route(getConnector, async ({ params, caller }, { db, settings }) => {
  const row = await findConnector(db, { teamId: caller.teamId, name: params.name });
  if (row === undefined) throw new ProblemError('not-found');
  return { status: 200, body: showConnector(row, settings.publicBaseUrl) };
});
