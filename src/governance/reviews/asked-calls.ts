import type { AskRule } from '../../contract/ask-rule.ts';
import { AGENT_TOOL, type AskTool, askTools } from '../../contract/ask-tools.ts';
import type { ReviewPolicy } from '../../contract/review-policy.ts';
import type { RiskScore } from '../rules/reason.ts';

/** A condition of a rule that depends on facts found during the run. */
export interface AskCondition extends Pick<AskRule, 'risk_at_least' | 'confidence_below'> {
  readonly tools: readonly string[];
}

/** The part of the team's rules in force when a run began. Histories contain it in this form. */
export interface RunAsk {
  readonly version: number;
  /** Tools whose calls always wait for a person. */
  readonly tools: readonly string[];
  /** Further calls about which a person is asked under a condition; absent if there are none. */
  readonly when?: readonly AskCondition[];
}

/** The facts at a run's start that determine about which calls a person is asked. */
export interface AskedCase {
  /** Id of a vertical of the service or of the team. */
  readonly vertical: string;
  /** Paise; null if the case has no amount, or one that cannot be read. */
  readonly paise: bigint | null;
}

type AskOfRun = Omit<RunAsk, 'version'>;
type Policy = Pick<ReviewPolicy, 'ask'>;

/**
 * Returns the calls of a live run that wait for a person; undefined if none do. An unreadable amount counts
 * as a large one.
 */
export const asksOfCase = ({ ask }: Policy, { vertical, paise }: AskedCase): AskOfRun | undefined => {
  const applying = ask.filter(
    ({ runs, verticals, amount_above: above }) =>
      (runs?.includes('live') ?? true) &&
      (verticals?.includes(vertical) ?? true) &&
      (above === undefined || paise === null || paise > BigInt(above) * 100n),
  );
  const always = applying.filter((rule) => !isConditional(rule));
  const tools = askTools.filter((tool) => always.some((rule) => rule.tools.includes(tool)));
  const when = applying
    .filter(isConditional)
    .map(({ tools: named, risk_at_least, confidence_below }) => ({
      tools: named.filter((tool) => !tools.includes(tool)),
      ...(risk_at_least !== undefined && { risk_at_least }),
      ...(confidence_below !== undefined && { confidence_below }),
    }))
    .filter((condition) => condition.tools.length > 0);
  return tools.length + when.length === 0 ? undefined : { tools, ...(when.length > 0 && { when }) };
};

const isConditional = ({ risk_at_least: risk, confidence_below: confidence }: AskRule): boolean =>
  risk !== undefined || confidence !== undefined;

/** Returns the calls of an agent task or an analysis that wait for a person; undefined if none do. */
export const asksOfAgent = ({ ask }: Policy, kind: 'task' | 'analysis'): AskOfRun | undefined =>
  ask.some(({ runs }) => runs?.includes(kind) ?? false)
    ? { tools: [AGENT_TOOL] satisfies AskTool[] }
    : undefined;

/** The facts that a run has when it is about to make a call; null if they are unknown. */
export interface KnownOfRun {
  readonly risk: RiskScore['band'] | null;
  /** The model's confidence in its decision, from 0 to 1. */
  readonly confidence: number | null;
}

const NOTHING_KNOWN: KnownOfRun = { risk: null, confidence: null };

/**
 * Returns whether a person is asked about a call. An unknown risk counts as high, an unknown confidence as
 * none.
 */
export const isAsked = (ask: RunAsk | undefined, tool: string, known = NOTHING_KNOWN): boolean =>
  ask !== undefined &&
  (ask.tools.includes(tool) ||
    (ask.when ?? []).some((rule) => rule.tools.includes(tool) && holds(rule, known)));

const BANDS = ['low', 'medium', 'high'] as const;

const holds = (
  { risk_at_least: least, confidence_below: below }: AskCondition,
  { risk, confidence }: KnownOfRun,
): boolean =>
  (least === undefined || risk === null || BANDS.indexOf(risk) >= BANDS.indexOf(least)) &&
  (below === undefined || confidence === null || confidence < below);
