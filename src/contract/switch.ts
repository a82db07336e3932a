import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { ledgerRef, pageQuery, time, timestamp } from './common.ts';

/** What a switch suspends besides single verticals and tools. */
const WHOLE = ['all', 'model', 'operators', 'code', 'payouts'] as const;

const SCOPE = new RegExp(`^(?:${WHOLE.join('|')}|vertical:[a-z][a-z0-9-]{1,39}|tool:[a-z][a-z0-9_]{0,59})$`);

export const switchScope = z
  .string()
  .regex(SCOPE, 'expected all, vertical:<id>, model, operators, code, tool:<name> or payouts')
  .meta({
    id: 'SwitchScope',
    description: '`all`, `vertical:<id>`, `model`, `operators`, `code`, `tool:<name>` or `payouts`',
    examples: ['all', 'vertical:kyc', 'tool:run_python'],
  });

const switchAction = z.enum(['suspend', 'resume']);

const switchReason = z
  .string()
  .max(500)
  .refine((text) => text.trim() !== '', 'expected a reason');

export const switchBody = z
  .strictObject({
    scope: switchScope,
    action: switchAction,
    reason: switchReason.meta({ examples: ['The model approves claims that it should not.'] }),
    until: time
      .optional()
      .meta({ description: 'When the suspension ends by itself. Default: when somebody resumes' }),
  })
  .refine(({ action, until }) => action === 'suspend' || until === undefined, {
    path: ['until'],
    message: 'belongs to a suspension only',
  })
  .meta({ id: 'SetSwitch' });

const count = z.int().min(0);

export const switchCountsSchema = z
  .object({
    runs: count.meta({ description: 'Simulated runs' }),
    live_runs: count,
    agent_tasks: count,
    analyses: count,
    operators: count,
    sandboxes: count.meta({ description: 'Sandboxes in which code may run' }),
    payouts: count.meta({ description: 'Payouts that were held, or queued again' }),
  })
  .meta({ id: 'SwitchCounts', description: 'What the switch found under way, by kind' });

export const switchSchema = z
  .object({
    id: z.string().regex(/^switch_[0-9a-z]{1,40}$/),
    scope: switchScope,
    action: switchAction,
    reason: z.string().meta({ description: 'With identifiers masked' }),
    until: timestamp.nullable(),
    actor: actorSchema,
    counts: switchCountsSchema,
    created_at: timestamp,
    ledger_ref: ledgerRef.meta({
      description: 'Reference of the row `safety.suspended` or `safety.resumed`',
    }),
  })
  .meta({ id: 'Switch' });

export type SwitchBody = z.output<typeof switchSchema>;
export type SwitchCounts = z.output<typeof switchCountsSchema>;

export const switchListQuery = z.strictObject(pageQuery);

export const switchListSchema = z
  .object({
    suspended: z
      .array(switchSchema)
      .meta({ description: 'What is suspended now, by scope; `until` is when it ends now' }),
    switches: z.array(switchSchema).meta({ description: 'Every act, newest first' }),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'SwitchList' });
