import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { personId, sessionId, timestamp } from './common.ts';
import { keyName } from './key.ts';
import { roleSchema, roles } from './roles.ts';
import { scopeSchema } from './scopes.ts';

const heldRoles = z
  .array(roleSchema)
  .max(roles.length)
  .transform((held) => [...new Set(held)])
  .meta({ override: { uniqueItems: false } });

export const personSchema = z
  .object({
    id: personId,
    name: z.string().meta({ examples: ['Asha Sample'] }),
    roles: z.array(roleSchema),
    roles_from: z.enum(['provider', 'here']).meta({
      description:
        '`provider`: each sign-in takes the roles from the identity provider. `here`: they were given through this API or the command line.',
    }),
    subject: z
      .string()
      .nullable()
      .meta({ description: "The person's `sub` at the identity provider; null for a local person" }),
    created_at: timestamp,
    signed_in_at: timestamp.nullable(),
    deactivated_at: timestamp.nullable(),
  })
  .meta({ id: 'Person' });

export const personListSchema = z.object({ people: z.array(personSchema) }).meta({ id: 'PersonList' });

export const addPersonBody = z
  .strictObject({
    name: keyName,
    roles: heldRoles,
    subject: z.string().min(1).max(255).optional().meta({
      description:
        "The person's `sub` at the configured identity provider. Without it, the person signs in with links from the command line.",
    }),
  })
  .meta({ id: 'AddPerson' });

export const changeRolesBody = z
  .strictObject({
    roles: heldRoles.nullable().meta({
      description:
        'The roles from now on, whatever the identity provider says. null: take them from the identity provider again, at the next sign-in.',
    }),
  })
  .meta({ id: 'ChangeRoles' });

export const sessionSchema = z
  .object({
    id: sessionId,
    person_id: personId,
    name: z.string(),
    signed_in_with: z.enum(['provider', 'link']),
    client: z.string().meta({ description: 'The browser, as it names itself' }),
    created_at: timestamp,
    last_used_at: timestamp.meta({ description: 'Exact to the minute' }),
    expires_at: timestamp,
    current: z.boolean().meta({ description: 'Whether this request was made with this session' }),
  })
  .meta({ id: 'Session' });

export const sessionListSchema = z.object({ sessions: z.array(sessionSchema) }).meta({ id: 'SessionList' });

export const meSchema = z
  .object({
    actor: actorSchema,
    name: z.string().meta({ description: "The person's name, or the key's" }),
    team: z.object({ id: z.string(), name: z.string() }),
    roles: z.array(roleSchema).meta({ description: 'Empty for an API key' }),
    scopes: z.array(scopeSchema),
    session: sessionSchema.nullable(),
    csrf_token: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `X-CSRF-Token` with every request that changes something' }),
  })
  .meta({ id: 'Me' });
