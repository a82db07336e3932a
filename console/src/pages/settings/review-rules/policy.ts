import type { getReviewPolicy, setReviewPolicy } from '../../../../../src/contract/operations/reviews.ts';
import type { Given, Reply } from '../../../api/call.ts';

export type Policy = Reply<typeof getReviewPolicy>;
export type Changed = NonNullable<Given<typeof setReviewPolicy>['body']>;
export type AskRule = Policy['ask'][number];

/** Returns the content of the rules, without who set them and when. */
export const contentOf = (policy: Policy): Changed => {
  const { version: _version, set_by: _by, set_at: _at, ...content } = policy;
  return content;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the members that differ between a version and the one before it. */
export const changesOf = (
  after: Policy,
  before: Policy | undefined,
): readonly { readonly member: keyof Changed; readonly before: unknown; readonly after: unknown }[] => {
  const [was, is] = [before === undefined ? {} : contentOf(before), contentOf(after)];
  return (Object.keys(is) as (keyof Changed)[])
    .map((member) => ({ member, before: (was as Partial<Changed>)[member], after: is[member] }))
    .filter((one) => !isSame(one.before, one.after));
};
