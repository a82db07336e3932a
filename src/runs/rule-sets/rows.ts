import type { JsonObject, NewEntry, RowActor } from '../../ledger/index.ts';
import type { DocumentKind } from '../../store/db/rule-sets-schema.ts';

export type RuleSetAction =
  | 'rules.drafted'
  | 'rules.proposed'
  | 'rules.approved'
  | 'rules.activated'
  | 'rules.rolled_back'
  | 'rules.refused'
  | 'rules.backtest_started'
  | 'rules.backtested'
  | 'rules.shadow_started'
  | 'rules.shadow_ended';

/** A row about the bounds of a rule set, which belong to no version. */
interface BoundsRow extends Pick<RuleSetRow, 'teamId' | 'ruleSetId' | 'name' | 'actor'> {
  readonly bounds: JsonObject;
  readonly before: JsonObject;
  readonly key: string;
}

export interface RuleSetRow {
  readonly teamId: string;
  readonly ruleSetId: string;
  /** Default: `rules`. */
  readonly kind?: DocumentKind;
  /** The document's id. */
  readonly name: string;
  readonly version: number;
  readonly sha256: string;
  readonly action: RuleSetAction;
  readonly summary: string;
  readonly detail?: JsonObject;
  readonly actor: RowActor;
  /** Distinguishes rows with the same action about the same version. Default: there is only one. */
  readonly key?: string;
}

/**
 * Returns the row of a move, under the ledger_ref of its rule set. The moves of a vertical are
 * `vertical.drafted` and so on, those of an agent policy `policy.drafted`. The hash identifies the version's
 * content. Suspensions do not stop moves, because people correct rules while the work is suspended.
 */
export const ruleSetRow = ({
  teamId,
  ruleSetId,
  kind = 'rules',
  name,
  version,
  sha256,
  action: move,
  summary,
  detail = {},
  actor,
  key,
}: RuleSetRow): NewEntry => {
  const action = move.replace('rules.', `${kind}.`);
  return {
    teamId,
    ledgerRef: ruleSetId,
    step: version,
    action,
    governance: 'decided by people',
    summary,
    detail: { [kind === 'rules' ? 'rule_set' : kind]: name, version, sha256, ...detail },
    idemKey: `${ruleSetId}/${action}/${version}${key === undefined ? '' : `/${key}`}`,
    actor,
  };
};

export const boundsRow = ({ teamId, ruleSetId, name, bounds, before, key, actor }: BoundsRow): NewEntry => ({
  teamId,
  ledgerRef: ruleSetId,
  step: 0,
  action: 'rules.bounds_set',
  governance: 'decided by people',
  summary: `The bounds for new versions of ${name} were set.`,
  detail: { rule_set: name, bounds, before },
  idemKey: `${ruleSetId}/rules.bounds_set/${key}`,
  actor,
});
