import { z } from 'zod';
import { timestamp } from './common.ts';
import { operatorRunId } from './operator.ts';

export const operatorVideoSchema = z
  .object({
    run_id: operatorRunId,
    status: z.enum(['making', 'ready', 'failed', 'erased']).meta({
      description:
        '`failed`: ask for it again. `erased`: it was erased with its run, and no other can be made of it',
    }),
    sha256: z.string().nullable().meta({ description: 'Digest of the file, as in the row `operator.video`' }),
    size: z.int().min(0).nullable().meta({ description: 'Bytes' }),
    length_ms: z.int().min(0).nullable().meta({ description: 'Playing time' }),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'OperatorVideo' });

export type OperatorVideoBody = z.output<typeof operatorVideoSchema>;
