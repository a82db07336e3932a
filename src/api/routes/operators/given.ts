import type { Transaction } from 'kysely';
import type { startOperatorRun } from '../../../contract/operations/operators.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { isKindAllowed } from '../../../governance/operators/file-kinds.ts';
import type { GivenFile } from '../../../runs/agent/files.ts';
import {
  type CredentialRow,
  listCredentials,
  lostCredentials,
} from '../../../store/credentials/credentials.ts';
import type { Database } from '../../../store/db/schema.ts';
import { givenFiles } from '../../agent-runs/given-files.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Call } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

type StartCall = Call<typeof startOperatorRun>;

const refuse = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw new ProblemError('invalid-request', { errors });
};

/** Returns the files of a request. @throws ProblemError 422 for kinds that operators may not get, and for unknown ids */
export const operatorFiles = async (
  { settings: { operatorFileKinds: kinds } }: Services,
  tx: Transaction<Database>,
  { caller, body }: StartCall,
): Promise<readonly GivenFile[]> => {
  const { files: given = [] } = body;
  const files = await givenFiles(tx, caller, given, '/files');
  refuse(
    files.flatMap(({ name }, at) =>
      isKindAllowed(name, kinds)
        ? []
        : [
            {
              in: 'body',
              // A document may have several files, which are then named after it with the endings of allowed
              // kinds.
              pointer: `/files/${Math.min(at, given.length - 1)}`,
              message: `is of a kind that operators may not get; allowed are names that end in ${kinds.join(', ')}`,
            },
          ],
    ),
  );
  return files;
};

/**
 * Returns the credentials that a request names.
 * @throws ProblemError 422 for those that the team does not have, or that nobody can open
 */
export const operatorCredentials = async (
  { rings }: Pick<Services, 'rings'>,
  tx: Transaction<Database>,
  { caller, body: { credentials: names } }: StartCall,
): Promise<readonly CredentialRow[]> => {
  if (names.length === 0) return [];
  const own = await listCredentials(tx, caller.teamId);
  refuse(
    names.flatMap((name, at) =>
      own.some((credential) => credential.name === name)
        ? []
        : [{ in: 'body', pointer: `/credentials/${at}`, message: 'is not a credential of your team' }],
    ),
  );
  const lost = await lostCredentials(tx, rings.credentials, { teamId: caller.teamId, names });
  refuse(
    names.flatMap((name, at) =>
      lost.includes(name)
        ? [
            {
              in: 'body',
              pointer: `/credentials/${at}`,
              message: 'can no longer be opened; store it again',
            },
          ]
        : [],
    ),
  );
  return own.filter(({ name }) => names.includes(name));
};
