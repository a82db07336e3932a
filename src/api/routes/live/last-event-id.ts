import { END, type Position, readPosition, START } from '../../../events/position.ts';
import { ProblemError } from '../../http/problem.ts';

/** Returns the problem for a Last-Event-ID that is not an event of the requested run. */
export const badPosition = (
  message = "is not the id of one of this run's events; omit it to read from the start",
): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'header', pointer: '/Last-Event-ID', message }] });

/** Returns the position in the Last-Event-ID header. @throws ProblemError 422 if it is not the id of an event */
export const positionOf = (header: string): Position | typeof END => {
  if (header === '') return START;
  const position = readPosition(header);
  if (position === undefined) throw badPosition();
  return position;
};
