import type { WrittenKind } from '../../../governance/records/shapes.ts';
import type { findRecord } from '../../../store/records/lists/read.ts';
import { ProblemError } from '../../http/problem.ts';

/** Kinds whose records belong to a policy. */
export const NEED_POLICY: ReadonlySet<WrittenKind> = new Set(['callers', 'members', 'counters']);

/** Requires a policy that the record names. */
export const requirePolicy = async (
  tx: Parameters<typeof findRecord>[0],
  teamId: string,
  number: string,
): Promise<void> => {
  const policy = await tx
    .selectFrom('policies')
    .select('number')
    .where('team_id', '=', teamId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (policy === undefined) throw invalid('/policy', 'names a policy that is not on file');
};

/** Requires a product that the record names, if it names one. */
export const requireProduct = async (
  tx: Parameters<typeof findRecord>[0],
  teamId: string,
  code: string | null | undefined,
): Promise<void> => {
  if (code == null) return;
  const product = await tx
    .selectFrom('products')
    .select('code')
    .where('team_id', '=', teamId)
    .where('code', '=', code)
    .executeTakeFirst();
  if (product === undefined) throw invalid('/product', 'names a product that is not on file');
};

/** Describes a member of the body that cannot be stored. */
export const invalid = (pointer: string, message: string): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'body', pointer, message }] });
