import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Place } from '../../../store/records/lists/read.ts';
import { readToken, signToken } from '../../auth/signed-token.ts';
import { ProblemError } from '../../http/problem.ts';

interface List {
  readonly teamId: string;
  readonly kind: string;
}

/** Returns an opaque cursor for a place in a team's list of records. */
export const writeRecordCursor = (ring: KeyRing, { teamId, kind }: List, place: Place): string =>
  signToken(ring, JSON.stringify([teamId, kind, ...place]));

/** Reads a cursor back. @throws ProblemError 422 if the cursor was changed or belongs to another list */
export const readRecordCursor = (ring: KeyRing, { teamId, kind }: List, cursor: string): Place => {
  const text = readToken(ring, cursor);
  const parts: unknown = text?.startsWith('[') === true ? JSON.parse(text) : undefined;
  if (Array.isArray(parts) && parts[0] === teamId && parts[1] === kind) return parts.slice(2) as string[];
  const message = 'is not a cursor for this list; omit it to read the first page';
  throw new ProblemError('invalid-request', { errors: [{ in: 'query', pointer: '/cursor', message }] });
};
