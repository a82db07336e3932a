import { describeMcp, describeResource } from '../../../contract/operations/mcp.ts';
import { mcpAddress, providerScopes } from '../../auth/challenge.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

const describe = async (_call: unknown, services: Services): Promise<Reply> => {
  const { identity, settings } = services;
  return {
    status: 200,
    body: {
      resource: mcpAddress(settings),
      resource_name: 'Pramaan',
      authorization_servers: identity?.provider.acceptsTokens === true ? [identity.settings.OIDC_ISSUER] : [],
      scopes_supported: providerScopes(services),
      bearer_methods_supported: ['header'],
    },
  };
};

export const describeMcpRoute = route(describeMcp, describe);
export const describeResourceRoute = route(describeResource, describe);
