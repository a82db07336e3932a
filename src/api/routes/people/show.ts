import type { z } from 'zod';
import type { personSchema, sessionSchema } from '../../../contract/person.ts';
import { maskText } from '../../../governance/mask.ts';
import type { PersonRecord } from '../../../people/people.ts';
import type { SessionRecord } from '../../../people/sessions.ts';

export const showPerson = (person: PersonRecord): z.input<typeof personSchema> => ({
  id: person.id,
  name: maskText(person.name),
  roles: person.roles,
  roles_from: person.roles_from,
  subject: person.subject,
  created_at: person.created_at.toISOString(),
  signed_in_at: person.signed_in_at?.toISOString() ?? null,
  deactivated_at: person.deactivated_at?.toISOString() ?? null,
});

export const showSession = (
  session: SessionRecord,
  currentId: string | undefined,
): z.input<typeof sessionSchema> => ({
  id: session.id,
  person_id: session.person_id,
  name: maskText(session.name),
  signed_in_with: session.signed_in_with,
  client: session.client,
  created_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
  expires_at: session.expires_at.toISOString(),
  current: session.id === currentId,
});
