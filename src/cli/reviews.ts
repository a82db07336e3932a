import type { Review, ReviewOption, ReviewState, ReviewSummary } from '../../clients/typescript/src/index.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome, table } from './outcome.ts';
import { withClient } from './service-client.ts';

const outcomeOf = (review: Review): Outcome => {
  const { id, kind, state, due_at: due, reasons, options } = review;
  const lines = [
    `${id}  ${kind}  ${state}, due ${due}`,
    ...reasons.map(({ code, detail }) => `  ${code}: ${detail}`),
    ...(state === 'open' || state === 'claimed' ? [`  options: ${options.join(', ')}`] : []),
  ];
  return { code: EXIT.ok, json: { ...review }, text: lines.join('\n') };
};

/** Lists reviews, earliest due first. */
export const listReviews = async (
  access: ApiAccess,
  { state }: { readonly state?: string },
): Promise<Outcome> =>
  withClient(access, async (client) => {
    const reviews: ReviewSummary[] = [];
    for await (const one of client.pages('listReviews', { query: { state: state as ReviewState } }))
      reviews.push(one);
    const rows = reviews.map(({ id, kind, state: is, due_at: due, run_id: run }) => [
      id,
      kind,
      is,
      due,
      run ?? '-',
    ]);
    const text = table([['id', 'kind', 'state', 'due', 'run'], ...rows]);
    return { code: EXIT.ok, json: { reviews }, text: reviews.length === 0 ? 'There are no reviews.' : text };
  });

export const showReview = async (access: ApiAccess, id: string): Promise<Outcome> =>
  withClient(access, async (client) => outcomeOf(await client.call('getReview', { params: { id } })));

/** Claims a review, so that nobody else works on it. */
export const claimReview = async (access: ApiAccess, id: string): Promise<Outcome> =>
  withClient(access, async (client) => outcomeOf(await client.call('claimReview', { params: { id } })));

export interface Decision {
  readonly reason?: string;
  readonly note?: string;
}

/** Decides a review by one of its options. */
export const decideReview = async (
  access: ApiAccess,
  id: string,
  option: string,
  decision: Decision,
): Promise<Outcome> =>
  withClient(access, async (client) => {
    const { reason, note } = decision;
    const body = {
      option: option as ReviewOption,
      ...(reason !== undefined && { reason }),
      ...(note !== undefined && { note }),
    };
    return outcomeOf(await client.call('decideReview', { params: { id }, body }));
  });
