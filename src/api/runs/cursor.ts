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
  if (team !== teamId || createdAt === undefined || id === undefined) throw noCursor();
  return { createdAt: new Date(createdAt), id };
};

/**
 * Reads a cursor that contains a position in a list.
 * @throws ProblemError 422, also for the cursor of another list
 */
export const readNumberCursor = (ring: KeyRing, teamId: string, cursor: string): number => {
  const { id } = readCursor(ring, teamId, cursor);
  if (!/^\d{1,15}$/.test(id)) throw noCursor();
  return Number(id);
};

const noCursor = (): ProblemError =>
  new ProblemError('invalid-request', {
    errors: [
      {
        in: 'query',
        pointer: '/cursor',
        message: 'is not a cursor for this list; omit it to read the first page',
      },
    ],
  });
