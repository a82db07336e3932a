import type { Reason, RiskScore } from '../rules/reason.ts';
import type { VerticalId } from '../verticals/definition.ts';
import { verticals } from '../verticals/index.ts';

/** The verdict of a vertical's rules on a run's facts. */
export interface RulesVerdict {
  readonly decision: string;
  readonly reasons: readonly Reason[];
}

export interface LiveVerdict extends RulesVerdict {
  /** The decision that the model proposed. */
  readonly proposed: string;
  /** Whether the rules decided differently from the model. */
  readonly overruled: boolean;
}

/**
 * Combines the rules' decision with the model's proposal. A model may hand any case to a person, but it cannot pass a case that
 * the rules stop: the rules' decision prevails, whatever instructions the model received.
 */
export const verdictOf = (rules: RulesVerdict, proposed: string, explanation: string): LiveVerdict => {
  if (proposed !== 'escalate' || rules.decision === 'escalate') {
    return { ...rules, proposed, overruled: proposed !== rules.decision };
  }
  const detail = explanation === '' ? 'the agent hands the case to a person' : `the agent: ${explanation}`;
  return { decision: 'escalate', reasons: [{ code: AGENT_REASON, detail }], proposed, overruled: false };
};

export const AGENT_REASON = 'AGENT-ESCALATE';

/** What a decision reports to its run's workflow. */
export interface DecidedFacts {
  readonly decision: string;
  readonly reasons: readonly Reason[];
  /** The model's stated confidence, from 0 to 1; absent if it stated none. */
  readonly confidence?: number;
}

/** Returns the decisions that a model may propose. */
export const decisionsOf = (vertical: VerticalId): readonly string[] => verticals[vertical].decisions;

type Facts = Readonly<Record<string, unknown>>;

/** Returns the risk band of a run's case; null before it is scored, and in verticals without scores. */
export const riskBandIn = (
  vertical: VerticalId,
  facts: Readonly<Record<string, Facts>>,
): RiskScore['band'] | null => {
  const scored = facts[verticals[vertical].live.decisiveStep];
  return (scored?.['risk'] as RiskScore | null | undefined)?.band ?? null;
};

/**
 * Returns the facts for the writing steps. If the agent hands over a case that the rules would pass, its reason is added to the
 * rules' reasons, so that nothing is paid, reset or changed.
 */
export const factsForWriting = <T extends Facts>(
  vertical: VerticalId,
  facts: Readonly<Record<string, T>>,
  reasons: readonly Reason[],
): Readonly<Record<string, T>> => {
  const added = reasons.filter(({ code }) => code === AGENT_REASON);
  const { decisiveStep, onHandOver } = verticals[vertical].live;
  const decisive = facts[decisiveStep];
  if (added.length === 0 || decisive === undefined) return facts;
  const before = Array.isArray(decisive['reasons']) ? (decisive['reasons'] as readonly unknown[]) : [];
  return {
    ...facts,
    [decisiveStep]: {
      ...decisive,
      reasons: [...before, ...added],
      ...onHandOver,
    },
  };
};
