import { addressReasons } from '../../governance/rules/voice/decide.ts';
import { decideIncident } from '../../governance/rules/it/decide.ts';
import { readCall as readVoiceCall } from '../../governance/rules/voice/call.ts';
import { recordable } from '../../governance/recordable.ts';
import { type RulesVerdict, verdictOf } from '../../governance/live/verdict.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { answerCall, eventsOf, findOutcome, readCall } from '../agent/tool-call.ts';
import type { ToolOutcome } from '../agent/types.ts';
import { codesOf, factsOf, reasonsFrom, reasonsToFacts } from '../verticals/facts.ts';
import { decisionFrom as kycDecision } from '../verticals/kyc/decide.ts';
import type { StepContext } from '../verticals/step.ts';
import { callRow, type LiveCall, type LiveDependencies, stepContext } from './context.ts';

type Given = Pick<StepContext, 'facts' | 'case'>;

const resolvedUnless = (reasons: RulesVerdict['reasons'], good: string): RulesVerdict => ({
  decision: reasons.length === 0 ? good : 'escalate',
  reasons,
});

/** What the published rules of each vertical come to, from what the governed steps of the run found. */
const RULES: Readonly<Record<VerticalId, (given: Given) => RulesVerdict>> = {
  kyc: (given) => kycDecision(given),
  it: (given) => decideIncident(reasonsFrom(factsOf(given, 4)), factsOf(given, 7)['recovered'] === true),
  support: (given) => resolvedUnless(reasonsFrom(factsOf(given, 4)), 'resolved'),
  voice: (given) =>
    resolvedUnless(
      [
        ...[2, 3].flatMap((step) => reasonsFrom(factsOf(given, step))),
        ...addressReasons(readVoiceCall(given.case)),
      ],
      'completed',
    ),
};

/**
 * Records the decision: the model's, as far as the rules let it stand. What the facts say counts; nothing that a text
 * in the case asks for can make the decision more lenient.
 */
export const decideLive = async (deps: LiveDependencies, input: LiveCall): Promise<ToolOutcome> => {
  const { call, live } = input;
  const before = await findOutcome(deps.db, call);
  if (before !== undefined) return before;
  const made = await readCall(deps, call);
  const { decision: proposed, explanation } = made.arguments as { decision: string; explanation: string };
  const said = recordable(explanation, 300);
  const { rules } = verticals[live.vertical];
  const verdict = verdictOf(RULES[live.vertical](await stepContext(deps, input, deps.db)), proposed, said);
  const { decision, reasons, overruled } = verdict;
  const told: ToolOutcome = {
    next_step: call.step + 1,
    facts: { decision, reasons: reasonsToFacts(reasons) },
  };
  return deps.db.transaction().execute(async (tx) => {
    const shown = { recorded: decision, overruled, reasons };
    await answerCall(tx, deps, {
      call,
      made,
      answer: { parts: [{ type: 'text', text: JSON.stringify(shown) }], is_error: false },
      told,
    });
    await deps.ledger.appendIn(
      tx,
      callRow(input, {
        action: 'agent.decision',
        governance: 'recorded',
        summary: overruled
          ? `The agent proposed ${proposed}; ${rules} decides ${decision}${codesOf(reasons)}.`
          : `The agent decided ${decision} under ${rules}${codesOf(reasons)}.`,
        detail: {
          decision,
          proposed,
          overruled,
          rules,
          reasons: reasonsToFacts(reasons),
          explanation: said,
        },
      }),
    );
    await deps.events.publishLedger(tx, eventsOf(call.run));
    return told;
  });
};
