import { z } from 'zod';

/**
 * Who asked for something: a signed-in person, an API key, or the service itself (schedules, reconciler, command line). A person's
 * name is masked to initials before it is stored.
 */
export const actorSchema = z
  .object({
    kind: z.enum(['person', 'key', 'service']),
    id: z.string().min(1).max(200),
    name: z.string().max(200),
  })
  .meta({ id: 'Actor' });

export type Actor = z.infer<typeof actorSchema>;
