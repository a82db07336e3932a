import { z } from 'zod';

const hosts = z.array(z.string().meta({ examples: ['portal.example.in', '*.example.in'] }));

export const egressListSchema = z
  .object({
    installation: hosts.meta({
      description: 'Hosts that the desktops of every team may reach (`EGRESS_ALLOW`)',
    }),
    team: hosts.meta({ description: 'Hosts that the administrator allowed for your team in addition' }),
  })
  .meta({ id: 'EgressLists' });
