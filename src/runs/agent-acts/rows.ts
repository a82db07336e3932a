import type { ActDecision } from '../../contract/agent-act.ts';
import { newLedgerRef } from '../../ids.ts';
import type { JsonObject, NewEntry, RowActor } from '../../ledger/index.ts';

/** A decision about an act, for its row. */
export interface DecidedRow {
  readonly teamId: string;
  readonly ledgerRef: string;
  readonly decision: ActDecision;
  readonly agent: string;
  readonly action: string;
  readonly resource: string;
  readonly why: string;
  readonly detail: JsonObject;
  readonly scopes: readonly string[];
  readonly actor: RowActor;
}

const ACTIONS = { allow: 'agent.allowed', deny: 'agent.denied', ask: 'agent.asked' } as const;
const WORDS = { allow: 'may', deny: 'may not', ask: 'has to wait for a person before it may' } as const;

/** Returns the row of a decision. It can be suspended, because an agent that gets no row must not act. */
export const decidedRow = (row: DecidedRow): NewEntry => {
  const { teamId, ledgerRef, decision, agent, action, resource, why, detail, scopes, actor } = row;
  return {
    teamId,
    ledgerRef,
    step: 1,
    action: ACTIONS[decision],
    governance: "decided by the team's policy",
    summary: `The agent ${agent} ${WORDS[decision]} ${action} on ${resource}: ${why}`,
    detail: { agent, action, resource, decision, ...detail },
    idemKey: newLedgerRef('agent'),
    actor,
    suspendable: scopes,
  };
};

/** An agent's report of what it did, masked. */
export interface ReportedRow extends Pick<DecidedRow, 'teamId' | 'ledgerRef' | 'agent' | 'action' | 'actor'> {
  readonly summary: string;
  readonly reported: JsonObject;
}

/** Returns the row of a report. A suspension does not stop it, because what has happened must be recorded. */
export const reportedRow = ({ agent, action, summary, reported, ...row }: ReportedRow): NewEntry => ({
  ...row,
  step: 1,
  action: 'agent.reported',
  governance: 'reported by the agent, not observed',
  summary: `The agent ${agent} reports: ${summary}`,
  detail: { agent, action, evidence: 'reported', reported },
  idemKey: newLedgerRef('agent'),
});
