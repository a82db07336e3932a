import { z } from 'zod';
import { timestamp } from './common.ts';

const who = z
  .string()
  .max(200)
  .refine((text) => text.trim() !== '', 'expected a name that is not blank')
  .nullable();

const day = z.iso.date().meta({ examples: ['2026-12-31'] });

/** What people say of a system. */
const judged = {
  owner: who.meta({ description: 'Who answers for the system' }),
  risk_tier: z.enum(['low', 'medium', 'high']).nullable(),
  validator: who.meta({ description: 'Who validated it' }),
  approved_on: day.nullable(),
  next_review: day.nullable(),
};

const systemId = z
  .string()
  .regex(/^(?:operators|(?:vertical|model|prompt|tool):[A-Za-z0-9._-]{1,100})$/)
  .meta({ examples: ['vertical:kyc', 'model:default', 'prompt:live.kyc', 'operators', 'tool:run_python'] });

export const systemParams = z.object({ id: systemId });

export const systemBody = z.strictObject(judged).meta({
  id: 'DescribeSystem',
  description: 'Replaces everything that was said of the system; null where nothing is said',
});

export const systemSchema = z
  .object({
    id: systemId,
    kind: z.enum(['rules', 'model', 'prompt', 'operator', 'tool']),
    name: z.string(),
    version: z.string().nullable().meta({
      description:
        'Version of the rule set, the name under which the provider knows the model, or the SHA-256 of the prompts and tool texts',
    }),
    provider: z.string().nullable().meta({ description: "The model's provider" }),
    ...judged,
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'System' });

export type SystemBody = z.output<typeof systemSchema>;

export const systemListSchema = z.object({ systems: z.array(systemSchema) }).meta({ id: 'SystemList' });
