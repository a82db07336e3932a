import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { ActDecision, ActReason, decideActBody, DecidedAct } from '../../../contract/agent-act.ts';
import type { PinnedRuleSet } from '../../../contract/rule-set-version.ts';
import type { SessionFacts } from '../../../contract/agent-policy.ts';
import { knownIn } from '../../../governance/known.ts';
import { maskJson } from '../../../governance/mask.ts';
import { recordable } from '../../../governance/recordable.ts';
import type { Verdict } from '../../../governance/agent-policies/evaluate.ts';
import { scopeOfAct } from '../../../governance/suspension/outside-tools.ts';
import { actorOf, type JsonObject } from '../../../ledger/index.ts';
import { decidedRow } from '../../../runs/agent-acts/rows.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import type { Database } from '../../../store/db/schema.ts';
import { rememberAct } from '../../../store/agent-acts/facts.ts';
import type { Services } from '../../services/services.ts';

export type Tx = Transaction<Database>;

/** An act with the inputs of its decision. */
export interface ActCall {
  readonly body: z.output<typeof decideActBody>;
  readonly caller: Caller;
  readonly requestId: string;
  readonly ledgerRef: string;
  /** Undefined if there are too many names for the rules. */
  readonly facts: SessionFacts | undefined;
  readonly pins: readonly PinnedRuleSet[];
  /** The rules' verdict. */
  readonly verdict: Verdict;
  /** Whether the verdict holds regardless of later events in the session. */
  readonly isLast: boolean;
}

/** The final decision about an act. */
export interface Outcome {
  readonly decision: ActDecision;
  readonly reason: ActReason;
  readonly reviewId: string | null;
  /** A person's message to the agent. */
  readonly said?: string | null;
}

const WORDS: Readonly<Record<ActReason, string>> = {
  permitted: 'A rule permits it.',
  approved: 'A person has approved it.',
  needs_approval: 'The rules permit it once a person has approved it.',
  no_policy: 'Your team has no policy for agents in force.',
  not_permitted: 'No rule permits it.',
  forbidden: 'A rule forbids it.',
  policy_failed: 'The rules could not be evaluated for it.',
  person_denied: 'A person has denied it.',
  approval_used: 'The approval has been used. It works once.',
  approval_expired: 'The approval is more than a day old.',
  review_expired: 'Nobody decided in time.',
};

const KINDS = { allow: 'allowed', deny: 'denied' } as const;

/** Bytes of masked input up to which a row contains it. */
const MAX_INPUT = 16_384;

/** An act as people and rows see it. */
export type ShownAct = Readonly<Record<'agent' | 'action' | 'resource', string>> & {
  readonly input: JsonObject;
};

/**
 * Returns an act as people and rows see it. An identifier that is found in one part is masked in all parts.
 */
export const shownAct = ({ body }: Pick<ActCall, 'body'>): ShownAct => {
  const known = knownIn(body.input, body.resource);
  return {
    agent: recordable(body.agent, 120, known),
    action: recordable(body.action, 120, known),
    resource: recordable(body.resource, 300, known),
    input: maskJson(body.input, known) as JsonObject,
  };
};

/** Returns the response about a decision. @param shown the act as {@link shownAct} returns it */
export const replyOf = (
  { pins, verdict }: Pick<ActCall, 'pins' | 'verdict'>,
  { decision, reason, reviewId, said }: Outcome,
  shown: Pick<ShownAct, 'input'>,
  row: { readonly ledgerRef: string; readonly rowId: string | null },
): DecidedAct => ({
  decision,
  reason,
  detail: said == null ? WORDS[reason] : `${WORDS[reason]} ${said}`,
  policies: [...verdict.policies],
  decided_by: [...pins],
  masked_input: shown.input,
  review_id: reviewId,
  ledger_ref: row.ledgerRef,
  row_id: row.rowId,
});

/** Writes a decision's row. @throws SuspendedError if the team has suspended the act or everything */
export const writeDecision = async (
  { ledger }: Pick<Services, 'ledger'>,
  tx: Tx,
  call: ActCall,
  outcome: Outcome,
  shown: ShownAct = shownAct(call),
): Promise<DecidedAct> => {
  const { caller, requestId, ledgerRef, facts, pins, verdict } = call;
  const { agent, action, resource, input } = shown;
  const bytes = Buffer.byteLength(JSON.stringify(input));
  const entry = decidedRow({
    teamId: caller.teamId,
    ledgerRef,
    decision: outcome.decision,
    agent,
    action,
    resource,
    why: WORDS[outcome.reason],
    detail: {
      reason: outcome.reason,
      rules: verdict.decision,
      policies: verdict.policies,
      decided_by: pins.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
      session: facts === undefined ? null : { ...facts },
      input: bytes > MAX_INPUT ? null : input,
      input_bytes: bytes,
      review_id: outcome.reviewId,
    },
    scopes: [scopeOfAct(call.body.action)],
    actor: actorOf(caller, requestId),
  });
  const { teamId } = caller;
  const kind = outcome.decision === 'ask' ? undefined : KINDS[outcome.decision];
  if (kind !== undefined && call.body.session !== undefined && !facts?.[kind].includes(call.body.action))
    await rememberAct(tx, { teamId, ledgerRef }, kind, call.body.action);
  const appended = await ledger.appendIn(tx, entry);
  return replyOf(call, outcome, shown, { ledgerRef, rowId: appended.entry.id });
};
