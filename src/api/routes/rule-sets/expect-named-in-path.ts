import type { FieldError } from '../../../contract/problem.ts';
import type { VersionOfTeam } from '../../../runs/rule-sets/move.ts';
import { ProblemError } from '../../http/problem.ts';

/** Checks that a draft has the id and the version that the path names. @throws ProblemError 422 */
export const expectNamedInPath = (
  draft: { readonly id: string; readonly version: number },
  of: Pick<VersionOfTeam, 'name' | 'version'>,
): void => {
  const errors: readonly (FieldError | false)[] = [
    draft.id !== of.name && { in: 'body', pointer: '/id', message: 'must be the id in the path' },
    draft.version !== of.version && {
      in: 'body',
      pointer: '/version',
      message: 'must be the version in the path',
    },
  ];
  const wrong = errors.filter((error) => error !== false);
  if (wrong.length > 0) throw new ProblemError('invalid-request', { errors: wrong });
};
