import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { askRule } from './ask-rule.ts';
import { pageQuery, timestamp } from './common.ts';

/** A team's rules for reviews. */
export const reviewPolicyBody = z
  .strictObject({
    four_eyes_above: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .nullable()
      .meta({
        description:
          'Rupees. Two people approve a claim or payout above this amount; null: one person is enough.',
        examples: [500_000],
      }),
    due_minutes: z
      .int()
      .min(5)
      .max(43_200)
      .meta({
        description: 'Minutes within which a review is due, unless the case is more urgent',
        examples: [1_440],
      }),
    remind_minutes: z
      .int()
      .min(1)
      .max(1_440)
      .meta({
        description: 'Minutes before the due time at which `review.due_soon` is emitted',
        examples: [60],
      }),
    expire_minutes: z
      .int()
      .min(5)
      .max(129_600)
      .meta({
        description: 'Minutes after the due time until a review is referred to the next role',
        examples: [4_320],
      }),
    ask: z
      .array(askRule)
      .max(50)
      .default([])
      .meta({
        description: 'Calls that wait for a person. One rule that applies is enough.',
        examples: [[{ tools: ['write_record'], verticals: ['kyc'], amount_above: 100_000 }]],
      }),
    ask_minutes: z
      .int()
      .min(1)
      .max(1_440)
      .default(60)
      .meta({
        description: 'Minutes within which such a review is due. After twice this time the call is refused.',
        examples: [60],
      }),
    ask_submitter: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether whoever started a run may answer for its calls' }),
    sample_one_in: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullable()
      .default(null)
      .meta({
        description: 'One in so many approved claims is checked by a person; null: none',
        examples: [50],
      }),
  })
  .meta({ id: 'SetReviewPolicy' });

export type ReviewPolicy = z.output<typeof reviewPolicyBody>;

export const reviewPolicySchema = reviewPolicyBody
  .extend({
    version: z.int().min(0).meta({ description: '0: the default rules' }),
    set_by: actorSchema.nullable(),
    set_at: timestamp.nullable(),
  })
  .meta({ id: 'ReviewPolicy' });

export const reviewPolicyListQuery = z.strictObject(pageQuery);

export const reviewPolicyListSchema = z
  .object({
    versions: z.array(reviewPolicySchema).meta({
      description: 'Newest first, the rules in force included; the default rules are no version of the list',
    }),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'ReviewPolicyList' });
