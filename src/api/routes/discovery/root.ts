import {
  describeService,
  getServicesDocument,
  getWorkforceDocument,
  listVerticals,
  showReference,
} from '../../../contract/operations/discovery.ts';
import { health, readiness } from '../../../contract/operations/service.ts';
import { CONSOLE } from '../../middleware/console.ts';
import { page } from '../../sign-in/pages.ts';
import { type Route, route } from '../../services/route.ts';
import type { ApiSettings } from '../../services/services.ts';

/** Describes the service to people who open its address without knowing what it is. */
export const createRootRoute = ({ publicBaseUrl }: ApiSettings): Route => {
  const at = ({ path }: { readonly path: string }): string => `${publicBaseUrl}${path}`;
  const body = {
    name: 'Pramaan',
    description:
      'Governed agents with proof: you submit a case, an agent works it through governed steps, and each step is recorded in a hash-chained ledger.',
    links: {
      reference: at(showReference),
      workforce_contract: at(getWorkforceDocument),
      services_contract: at(getServicesDocument),
      verticals: at(listVerticals),
      health: at(health),
      readiness: at(readiness),
    },
    documentation: 'docs/api.md',
  };
  return route(describeService, async ({ header }) =>
    header('Accept').includes('text/html')
      ? page({
          status: 303,
          title: 'Pramaan',
          text: 'The console opens.',
          next: { href: CONSOLE, label: 'Open the console' },
          headers: { Location: CONSOLE, Vary: 'Accept' },
        })
      : { status: 200, body, headers: { Vary: 'Accept' } },
  );
};
