import { createOpenApi } from '../../../contract/operations/openapi.ts';
import { getServicesDocument, getWorkforceDocument } from '../../../contract/operations/discovery.ts';
import { type Route, route } from '../../services/route.ts';
import type { ApiSettings } from '../../services/services.ts';

/** Renders both documents once, because they change only when the code changes. */
export const createDocumentRoutes = ({ publicBaseUrl }: ApiSettings): readonly Route[] => {
  const workforce = createOpenApi('workforce', publicBaseUrl);
  const services = createOpenApi('services', publicBaseUrl);
  return [
    route(getWorkforceDocument, async () => ({ status: 200, body: workforce })),
    route(getServicesDocument, async () => ({ status: 200, body: services })),
  ];
};
