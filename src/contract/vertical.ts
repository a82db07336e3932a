import { z } from 'zod';
import { verticalId } from './common.ts';

export const verticalSchema = z
  .object({
    id: verticalId,
    title: z.string(),
    description: z.string(),
    preview: z.boolean(),
    steps: z.array(
      z.object({ n: z.int().min(1), action: z.string(), effect: z.string(), governance: z.string() }),
    ),
    members: z
      .array(z.object({ name: z.string(), description: z.string(), sample: z.string().optional() }))
      .meta({ description: 'Case members that the vertical uses' }),
    sample_case: z.record(z.string(), z.unknown()).meta({ description: 'The case for a run without a body' }),
    decisions: z.array(z.string()),
    rules: z.string().meta({
      description: 'Name and version of the rule set on which decisions are based',
      examples: ['kyc-rules@2'],
    }),
  })
  .meta({ id: 'Vertical' });

export const verticalListSchema = z
  .object({ verticals: z.array(verticalSchema) })
  .meta({ id: 'VerticalList' });
