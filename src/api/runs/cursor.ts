import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { RunPosition } from '../../runs/page.ts';
import { ProblemError } from '../http/problem.ts';
import { readToken, signToken } from '../auth/signed-token.ts';

/** Returns an opaque cursor for a position in a team's list of runs. */
export const writeCursor = (ring: KeyRing, teamId: string, { createdAt, id }: RunPosition): string =>
  signToken(ring, `${teamId} ${createdAt.toISOString()} ${id}`);

/** Reads a cursor back. @throws ProblemError 422 if the cursor was changed or belongs to another team */
export const readCursor = (ring: KeyRing, teamId: string, cursor: string): RunPosition => {
  const [team, createdAt, id] = readToken(ring, cursor)?.split(' ') ?? [];
  if (team !== teamId || createdAt === undefined || id === undefined) {
    throw new ProblemError('invalid-request', {
      errors: [
        {
          in: 'query',
          pointer: '/cursor',
          message: 'is not a cursor for this list; omit it to read the first page',
        },
      ],
    });
  }
  return { createdAt: new Date(createdAt), id };
};
