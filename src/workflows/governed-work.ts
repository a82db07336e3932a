import type { AgentActivities } from '../activities/agent/index.ts';
import { proxyActivities } from '@temporalio/workflow';
import type { AgentRun, CallInput, ToolOutcome } from '../activities/agent/types.ts';
import type { LiveFacts } from '../activities/live/context.ts';
import type { LiveActivities } from '../activities/live/index.ts';
import type { LiveTool } from '../governance/verticals/live-policy.ts';
import { gateOf } from '../governance/live/order.ts';
import { toolsOf } from '../governance/live/tools.ts';
import { type DecidedFacts, factsForWriting, riskBandIn } from '../governance/live/verdict.ts';
import { LIVE_RECORDS_WAIT_MS } from '../governance/records-wait.ts';
import type { Reason } from '../governance/rules/reason.ts';
import type { LiveRunInput, VerticalRunState } from '../runs/vertical/workflow.ts';
import { STEPWISE } from './activity-options.ts';
import type { Tool } from './agent-loop.ts';
import { asking, createAsks } from './ask.ts';
import { readCaseDocuments } from './case-documents.ts';
import { createLivePython } from './live-python.ts';
import { waitingForRecords } from './records-wait.ts';
import type { Suspension } from './suspension.ts';

/** Creates a live run's tools, whose calls all pass through its gate, and tracks the run's progress. */
export const createGovernedWork = (live: LiveRunInput, steps: { next: number }, suspension: Suspension) => {
  const { heed } = suspension;
  const asked = live.asked_by === undefined ? {} : { asked_by: live.asked_by };
  const run: AgentRun = {
    team_id: live.team_id,
    ledger_ref: live.ledger_ref,
    run_id: live.run_id,
    agent: live.agent,
    ...asked,
    ...(live.model !== undefined && { model: live.model }),
  };
  const done = new Set<LiveTool>();
  let facts: LiveFacts = {};
  let reasons: readonly Reason[] = [];
  let confidence: number | null = null;
  let state: VerticalRunState = { status: 'running', steps_done: 0, decision: null };

  const { python, documentsRead } = createLivePython(live, live.vertical, suspension, async (call) =>
    activities.preparePython({ ...call, live }),
  );

  const perform = async (tool: LiveTool, call: CallInput): Promise<ToolOutcome> => {
    if (tool === 'call_outside') return heed(async () => activities.callOutside({ live, call }));
    if (tool === 'decide') {
      const outcome = await heed(async () => activities.decideLive({ live, call, facts }));
      const decided = outcome.facts as unknown as DecidedFacts;
      ({ reasons, confidence = null } = decided);
      state = { ...state, decision: decided.decision };
      return outcome;
    }
    if (tool === 'read_case') {
      await readCaseDocuments(live, suspension);
      documentsRead();
    }
    if (tool !== 'write_record')
      return waitingForRecords(
        async (waited) =>
          heed(async () =>
            activities.performGoverned({ live, call, tool, facts, ...(waited && { waited }) }),
          ),
        LIVE_RECORDS_WAIT_MS,
      );
    // This write ends the run, so the sandbox must be closed first.
    const counter = { next: call.step };
    await python.close(counter);
    return waitingForRecords(
      async (waited) =>
        heed(async () =>
          activities.performGoverned({
            live,
            call: { ...call, step: counter.next },
            tool,
            facts: factsForWriting(live.vertical, facts, reasons),
            ...(waited && { waited }),
          }),
        ),
      LIVE_RECORDS_WAIT_MS,
    );
  };

  const asks = createAsks(live.ask, suspension, {
    known: () => ({ risk: riskBandIn(live.vertical, facts), confidence }),
    release: python.release,
  });

  const governed = (tool: LiveTool): Tool => ({
    run: async (made) => {
      const gate = gateOf(live.vertical, done, tool);
      if (!gate.allowed) {
        const { rule, words } = gate;
        return heed(async () => activities.refuseCall({ live, call: made, tool, rule, words }));
      }
      const { refused, step } = await asks.answer(tool, made);
      if (refused !== undefined) return refused;
      const outcome = await perform(tool, { ...made, step });
      done.add(tool);
      const found = (outcome.facts as { readonly steps?: LiveFacts } | undefined)?.steps ?? {};
      facts = { ...facts, ...found };
      state = { ...state, steps_done: outcome.next_step - 1 };
      return outcome;
    },
  });

  return {
    run,
    python,
    /** The suspension for the loop, with the time that the run waits for people. */
    waiting: asks.suspension,
    tools: {
      ...Object.fromEntries(toolsOf(live.vertical).map((tool) => [tool, governed(tool)])),
      run_python: asking(asks, 'run_python', python),
    } satisfies Readonly<Record<string, Tool>>,
    state: () => state,
    succeeded: () => {
      state = { ...state, status: 'succeeded', steps_done: steps.next - 1 };
    },
    failed: () => {
      state = { status: 'error', steps_done: steps.next - 1, decision: null };
    },
  };
};

const activities = proxyActivities<LiveActivities & Pick<AgentActivities, 'preparePython'>>(STEPWISE);
