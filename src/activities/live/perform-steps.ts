import type { Transaction } from 'kysely';
import type { Answers } from '../../connectors/look-up.ts';
import { scopesOfTool } from '../../governance/suspension/scopes.ts';
import { verticals } from '../../governance/verticals/index.ts';
import type { JsonObject, NewEntry } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { payoutScopes } from '../verticals/common/payouts.ts';
import type { StepResult } from '../verticals/common/step.ts';
import { verticalWork } from '../verticals/index.ts';
import { type LiveFacts, type LiveDependencies, stepContext, stepRow } from './context.ts';
import type { GovernedInput } from './governed.ts';

interface Performed {
  readonly facts: LiveFacts;
  readonly results: readonly (StepResult & { readonly action: string })[];
  readonly rows: readonly NewEntry[];
}

/** Performs the steps that a tool stands for, in one transaction. */
export const performSteps = async (
  tx: Transaction<Database>,
  deps: LiveDependencies,
  input: GovernedInput,
  answers: Answers,
): Promise<Performed> => {
  const { vertical } = input.live;
  const numbers = verticals[vertical].live.steps[input.tool] ?? [];
  const context = await stepContext(deps, input, tx, answers);
  const found: Record<string, JsonObject> = {};
  const results: Performed['results'][number][] = [];
  const rows: NewEntry[] = [];
  for (const n of numbers) {
    const step = verticals[vertical].steps.find((known) => known.n === n)!;
    const known = input.facts[n];
    if (known !== undefined) {
      results.push({ action: step.action, summary: 'Already done in this run.', detail: known });
      continue;
    }
    const result = await verticalWork[vertical].steps[n]!({
      ...context,
      facts: { ...input.facts, ...found },
    });
    const suspendable = [...scopesOfTool(input.live.agent, input.tool), ...payoutScopes(result)];
    const { known: values } = context;
    const row = stepRow(input, step, input.call.step + rows.length, result, { known: values, suspendable });
    found[n] = row.detail;
    rows.push(row);
    results.push({ ...result, detail: row.detail, action: step.action });
  }
  return { facts: found, results, rows };
};
