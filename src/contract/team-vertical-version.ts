import { z } from 'zod';
import { ledgerRef } from './common.ts';
import {
  faultSchema,
  pinnedRuleSetSchema,
  ruleSetVersion,
  sha256,
  versionSummarySchema,
} from './rule-set-version.ts';
import { teamVerticalId, teamVerticalSchema } from './team-vertical.ts';

/** The version of a team's vertical that a run performs. */
export const verticalVersionSchema = z
  .object({
    id: teamVerticalId,
    version: ruleSetVersion,
    sha256,
    trial: z.boolean().optional().meta({ description: 'Whether what the steps wrote was undone' }),
  })
  .meta({ id: 'VerticalVersion' });

export type VerticalVersion = z.output<typeof verticalVersionSchema>;

export const teamVerticalVersionSchema = versionSummarySchema
  .extend({
    document: teamVerticalSchema,
    faults: z
      .array(faultSchema)
      .optional()
      .meta({ description: 'What the check finds in a draft that was just written' }),
  })
  .meta({ id: 'TeamVerticalVersion' });

const teamVerticalSummarySchema = z
  .object({
    id: teamVerticalId,
    title: z.string(),
    ledger_ref: ledgerRef.meta({ description: 'Reference of the rows about its versions' }),
    in_force: pinnedRuleSetSchema
      .nullable()
      .meta({ description: 'The version that a run performs which starts today; null if none does' }),
    steps: z
      .array(z.object({ n: z.int().min(1), action: z.string(), effect: z.string(), governance: z.string() }))
      .meta({ description: 'Steps of the version in force' }),
  })
  .meta({ id: 'TeamVerticalSummary' });

export type TeamVerticalSummary = z.output<typeof teamVerticalSummarySchema>;

export const teamVerticalListSchema = z
  .object({ verticals: z.array(teamVerticalSummarySchema) })
  .meta({ id: 'TeamVerticalList' });

export const teamVerticalWithVersionsSchema = teamVerticalSummarySchema
  .extend({ versions: z.array(versionSummarySchema).meta({ description: 'Newest first' }) })
  .meta({ id: 'TeamVerticalWithVersions' });

export const checkTeamVerticalBody = z
  .strictObject({ document: z.record(z.string(), z.unknown()) })
  .meta({ id: 'CheckTeamVertical' });
