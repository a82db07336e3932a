import { decideEgress } from '../../governance/egress.ts';
import { knownInOpened } from '../../governance/known.ts';
import { recordable } from '../../governance/recordable.ts';
import type { JsonObject, NewEntry } from '../../ledger/index.ts';
import { answerCall, eventsOf, findToolOutcome, readCall } from '../agent/tool-call.ts';
import type { CallInput, ToolOutcome } from '../agent/types.ts';
import type { ToolCall } from '../../model/messages.ts';
import { emitBlocked } from '../../runs/blocked.ts';
import { type AnyLiveRun, callRow, type LiveDependencies } from './context.ts';
import type { LiveRunInput } from '../../runs/vertical/workflow.ts';

export interface RefusedInput {
  readonly live: AnyLiveRun;
  readonly call: CallInput;
  readonly tool: string;
  readonly rule: string;
  /** Message for the model. */
  readonly words: string;
}

type OneRow = Pick<NewEntry, 'action' | 'governance' | 'summary' | 'detail'>;

/** Answers a call that the governed order does not allow, and records the attempt. It has no other effect. */
export const refuseCall = async (deps: LiveDependencies, input: RefusedInput): Promise<ToolOutcome> =>
  answerWithRow(deps, input, () => ({
    answer: { error: input.words },
    is_error: true,
    row: {
      action: 'policy.block',
      governance: 'blocked',
      summary: input.words,
      detail: { tool: input.tool, rule: input.rule, blocked: true },
    },
  }));

/**
 * Asks the egress policy about an outside call and records the policy's decision. Never makes the call, even if it is allowed.
 */
export const callOutside = async (
  deps: LiveDependencies,
  input: { readonly live: LiveRunInput; readonly call: CallInput },
): Promise<ToolOutcome> => {
  const { team_id: teamId, ledger_ref: ref } = input.live;
  const known = knownInOpened(await deps.openValue({ teamId, ref }));
  return answerWithRow(deps, { ...input, tool: 'call_outside' }, ({ arguments: given }) => {
    const { url, purpose = '' } = given as { url: string; purpose?: string };
    const { allowed, host, rule } = decideEgress(url, { allow: deps.egressAllow });
    // Like a path, a host name can be used to smuggle data out.
    const shown = recordable(host, 253, known) || 'an address that names no host';
    const words = allowed
      ? `The allow-list permits ${shown} (${rule}), but the service makes no outside calls for an agent.`
      : `Call to ${shown} blocked by rule ${rule}; no connection was made.`;
    return {
      answer: { blocked: true, rule: allowed ? 'not-dialled' : rule, message: words },
      is_error: true,
      row: {
        action: 'egress.block',
        governance: 'blocked',
        summary: words,
        detail: {
          mode: 'live',
          purpose: recordable(purpose, 120, known),
          host: shown,
          rule,
          allowed,
          blocked: true,
          dialled: false,
        },
      },
    };
  });
};

/** Answers a call whose only effect is its row. */
const answerWithRow = async (
  deps: LiveDependencies,
  input: { readonly live: AnyLiveRun; readonly call: CallInput; readonly tool: string },
  make: (made: ToolCall) => { readonly answer: JsonObject; readonly is_error: boolean; readonly row: OneRow },
): Promise<ToolOutcome> => {
  const { call } = input;
  const before = await findToolOutcome(deps.db, call);
  if (before !== undefined) return before;
  const made = await readCall(deps, call);
  const { answer, is_error, row } = make(made);
  const outcome: ToolOutcome = { next_step: call.step + 1 };
  return deps.db.transaction().execute(async (tx) => {
    await answerCall(tx, deps, {
      call,
      made,
      answer: { parts: [{ type: 'text', text: JSON.stringify(answer) }], is_error },
      outcome,
    });
    const entry = callRow(input, row);
    await deps.ledger.appendIn(tx, entry);
    await emitBlocked(tx, entry);
    await deps.events.publishLedger(tx, eventsOf(call.run));
    return outcome;
  });
};
