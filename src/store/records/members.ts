import { sql } from 'kysely';
import { type Day, parseDay } from '../../governance/dates.ts';
import type { Db, RecordDigest } from './digest.ts';

/** A member of a policy. */
export interface Member {
  readonly number: string;
  readonly joined: Day;
  readonly birth: Day | undefined;
  /** ICD-10 categories. */
  readonly preExisting: readonly string[];
}

/** Whether a policy's members are on file, and which of them is the patient. */
export type MembersFound =
  | { readonly kind: 'none_on_file' | 'not_a_member' | 'contradicting' }
  | { readonly kind: 'member'; readonly member: Member };

const same = (column: string, key: RecordDigest | null) =>
  sql<boolean | null>`(${sql.ref(column)} = ANY (${key?.any ?? null}::bytea[]))`;

/**
 * Finds the member of a policy who has a patient's PAN or Aadhaar number. It is a contradiction if two
 * members match, or if a number differs from the one on file.
 */
export const findMember = async (
  db: Db,
  teamId: string,
  policy: string,
  { panKey, aadhaarKey }: { readonly panKey: RecordDigest | null; readonly aadhaarKey: RecordDigest | null },
): Promise<MembersFound> => {
  const { rows } = await sql<{
    number: string;
    joined: string;
    birth: string | null;
    pre_existing: string[];
    pan: boolean | null;
    aadhaar: boolean | null;
  }>`SELECT number, joined::text, birth::text, pre_existing, ${same('pan_key', panKey)} AS pan,
      ${same('aadhaar_key', aadhaarKey)} AS aadhaar
    FROM members WHERE team_id = ${teamId} AND policy = ${policy}`.execute(db);
  if (rows.length === 0) return { kind: 'none_on_file' };
  const found = rows.filter(({ pan, aadhaar }) => pan === true || aadhaar === true);
  const [own] = found;
  if (own === undefined) return { kind: 'not_a_member' };
  if (found.length > 1 || own.pan === false || own.aadhaar === false) return { kind: 'contradicting' };
  const joined = parseDay(own.joined);
  if (joined === undefined) throw new Error('a member contains a date that does not exist');
  return {
    kind: 'member',
    member: { number: own.number, joined, birth: parseDay(own.birth), preExisting: own.pre_existing },
  };
};
