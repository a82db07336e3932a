import type { Reason } from '../rules/reason.ts';
import type { VerticalId } from '../verticals/definition.ts';
import { verticals } from '../verticals/index.ts';

/** What the rules of a vertical come to on the facts of a run. */
export interface RulesVerdict {
  readonly decision: string;
  readonly reasons: readonly Reason[];
}

export interface LiveVerdict extends RulesVerdict {
  /** What the model asked for. */
  readonly proposed: string;
  /** Whether the rules decided otherwise than the model. */
  readonly overruled: boolean;
}

/**
 * A model may hand any case to a person. It may not let a case through that the rules stop: then the rules' decision
 * stands, whatever it was told to say.
 */
export const verdictOf = (rules: RulesVerdict, proposed: string, explanation: string): LiveVerdict => {
  if (proposed !== 'escalate' || rules.decision === 'escalate') {
    return { ...rules, proposed, overruled: proposed !== rules.decision };
  }
  const detail = explanation === '' ? 'the agent hands the case to a person' : `the agent: ${explanation}`;
  return { decision: 'escalate', reasons: [{ code: AGENT_REASON, detail }], proposed, overruled: false };
};

export const AGENT_REASON = 'AGENT-ESCALATE';

/** Decisions that a model may ask for. */
export const decisionsOf = (vertical: VerticalId): readonly string[] => verticals[vertical].decisions;

type Facts = Readonly<Record<string, unknown>>;

/**
 * The facts that the writing steps go by: where the agent hands over a case that the rules would let through, its
 * reason is put among theirs, so that nothing is paid, reset or changed.
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
