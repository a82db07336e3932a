import type { Kysely } from 'kysely';
import type { GivenFile } from '../../runs/agent/files.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { findValue } from '../../store/vault/vault.ts';
import { ProblemError } from '../http/problem.ts';

/** Maximum size of all files of a sandbox together, which leaves room for the service's own programs. */
const MOST_BYTES = 60 * 1024 * 1024;

interface Room {
  /** Files of the request, and of the run that it continues. */
  readonly files: readonly Pick<GivenFile, 'content'>[];
  readonly most: number;
  /** What the files are called in the problem. */
  readonly what: 'files' | 'datasets';
}

/**
 * Checks that a run's files fit into its sandbox.
 * @param continued whether some of them are those of an earlier run
 * @throws ProblemError 422
 */
export const expectRoom = async (
  db: Kysely<Database>,
  ring: KeyRing,
  teamId: string,
  { rooms, continued }: { readonly rooms: readonly Room[]; readonly continued: boolean },
): Promise<void> => {
  for (const { files, most, what } of rooms) {
    if (files.length > most) throw tooMuch(continued, `${files.length} ${what}, more than ${most}`);
  }
  let bytes = 0;
  for (const { content } of rooms.flatMap(({ files }) => files)) {
    bytes += Buffer.isBuffer(content)
      ? content.length
      : ((await findValue<{ size: number }>(db, ring, { teamId, ref: content.blob_ref }))?.size ?? 0);
  }
  if (bytes > MOST_BYTES) throw tooMuch(continued, `${bytes} bytes of files, more than ${MOST_BYTES}`);
};

const tooMuch = (continued: boolean, found: string): ProblemError =>
  new ProblemError('invalid-request', {
    errors: [
      {
        in: 'body',
        ...(continued
          ? {
              pointer: '/continue',
              message: `has with the new ones ${found}; start a new run with the files that it needs, by their ids`,
            }
          : { pointer: '/pictures', message: `together with the other files there are ${found}` }),
      },
    ],
  });
