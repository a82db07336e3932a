import { END, type Position, readPosition, START } from '../../../events/position.ts';
import { ProblemError } from '../../http/problem.ts';

/** Last-Event-ID names no event of the run that is asked for. */
export const badPosition = (
  message = 'is not the id of an event of this run; leave it out to read from the start',
): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'header', pointer: '/Last-Event-ID', message }] });

/** The place that the header Last-Event-ID names. @throws ProblemError 422 when it is not the id of an event */
export const positionOf = (header: string): Position | typeof END => {
  if (header === '') return START;
  const position = readPosition(header);
  if (position === undefined) throw badPosition();
  return position;
};
