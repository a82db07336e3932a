import { recordable } from '../../governance/recordable.ts';
import { verdictOf } from '../../governance/live/verdict.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { answerCall, eventsOf, findToolOutcome, readCall } from '../agent/tool-call.ts';
import type { ToolOutcome } from '../agent/types.ts';
import { codesOf, reasonsToFacts } from '../verticals/common/facts.ts';
import { rulesFacts } from '../verticals/common/rules.ts';
import { verticalWork } from '../verticals/index.ts';
import { callRow, type LiveCall, type LiveDependencies, stepContext } from './context.ts';

/** Arguments of the tool `decide`. */
interface Decided {
  readonly decision: string;
  readonly explanation: string;
  readonly confidence?: number;
}

/**
 * Records the model's decision, limited by the rules. Only the facts count, so no text in the case can make the decision more
 * lenient.
 */
export const decideLive = async (deps: LiveDependencies, input: LiveCall): Promise<ToolOutcome> => {
  const { call, live } = input;
  const before = await findToolOutcome(deps.db, call);
  if (before !== undefined) return before;
  const made = await readCall(deps, call);
  const { decision: proposed, explanation, confidence } = made.arguments as unknown as Decided;
  const context = await stepContext(deps, input, deps.db, {});
  const pinned = rulesFacts(context.facts, verticals[live.vertical]);
  const { rules } = pinned;
  const said = recordable(explanation, 300, context.known);
  const verdict = verdictOf(await verticalWork[live.vertical].decide(context), proposed, said);
  const { decision, reasons, overruled } = verdict;
  const outcome: ToolOutcome = {
    next_step: call.step + 1,
    facts: { decision, reasons: reasonsToFacts(reasons), ...(confidence !== undefined && { confidence }) },
  };
  return deps.db.transaction().execute(async (tx) => {
    const shown = { recorded: decision, overruled, reasons };
    await answerCall(tx, deps, {
      call,
      made,
      answer: { parts: [{ type: 'text', text: JSON.stringify(shown) }], is_error: false },
      outcome,
    });
    await deps.ledger.appendIn(
      tx,
      callRow(
        { ...input, tool: 'decide' },
        {
          action: 'agent.decision',
          governance: 'recorded',
          summary: overruled
            ? `The agent proposed ${proposed}; ${rules} decides ${decision}${codesOf(reasons)}.`
            : `The agent decided ${decision} under ${rules}${codesOf(reasons)}.`,
          detail: {
            decision,
            proposed,
            overruled,
            ...pinned,
            reasons: reasonsToFacts(reasons),
            explanation: said,
            ...(confidence !== undefined && { confidence }),
          },
        },
      ),
    );
    await deps.events.publishLedger(tx, eventsOf(call.run));
    return outcome;
  });
};
