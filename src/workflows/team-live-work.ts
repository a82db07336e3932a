import { proxyActivities } from '@temporalio/workflow';
import type { AgentRun, CallInput, ToolOutcome } from '../activities/agent/types.ts';
import type { LiveActivities } from '../activities/live/index.ts';
import type { TeamStepInput } from '../activities/team-verticals/index.ts';
import type { TeamLiveActivities } from '../activities/team-verticals/live/index.ts';
import { LIVE_RECORDS_WAIT_MS } from '../governance/records-wait.ts';
import { stepGate } from '../governance/team-verticals/live/order.ts';
import { commonToolOf, offersPython, PYTHON_TOOL } from '../governance/team-verticals/live/tools.ts';
import type { TeamLiveRunInput } from '../runs/team-verticals/workflow.ts';
import type { VerticalRunState } from '../runs/vertical/workflow.ts';
import { STEPWISE } from './activity-options.ts';
import type { TimeLeft, Tool } from './agent-loop.ts';
import { asking, createAsks } from './ask.ts';
import { readCaseDocuments } from './case-documents.ts';
import { createLivePython } from './live-python.ts';
import { waitingForRecords } from './records-wait.ts';
import { askedModel } from './step-question.ts';
import type { Suspension } from './suspension.ts';
import { ranCode, reviewed } from './team-steps.ts';

const activities = proxyActivities<TeamLiveActivities & Pick<LiveActivities, 'refuseCall'>>(STEPWISE);

/** Creates the tools of a live run of a team's vertical: the steps of its document, in their order. */
export const createTeamWork = (live: TeamLiveRunInput, steps: { next: number }, suspension: Suspension) => {
  const { heed } = suspension;
  const { team_id, ledger_ref, run_id, created_at, version, agent, tools: documentSteps } = live;
  const asked = live.asked_by === undefined ? {} : { asked_by: live.asked_by };
  const { id, version: number, sha256 } = version;
  const run: AgentRun = {
    team_id,
    ledger_ref,
    run_id,
    agent,
    version: { id, version: number, sha256 },
    ...asked,
    ...(live.model !== undefined && { model: live.model }),
  };
  const runOfSteps = {
    run_id,
    team_id,
    ledger_ref,
    created_at,
    version,
    ...asked,
    ...(live.documents !== undefined && { documents: live.documents }),
  };
  let done = 0;
  let confidence: number | null = null;
  let waitedMs = 0;
  let state: VerticalRunState = { status: 'running', steps_done: 0, decision: null };

  const { python, documentsRead } = createLivePython(live, id, suspension, async (call) =>
    activities.prepareTeamPython({ ...call, team: runOfSteps }),
  );

  const asks = createAsks(live.ask, suspension, {
    known: () => ({ risk: null, confidence }),
    release: python.release,
  });

  /** Waits for a person without a sandbox, and without counting the time towards the run's own limit. */
  const review = async (input: TeamStepInput): Promise<void> => {
    const began = Date.now() - suspension.waitedMs();
    await reviewed(input, suspension);
    waitedMs += Date.now() - suspension.waitedMs() - began;
  };

  const perform = async (n: number, call: CallInput, left: TimeLeft): Promise<ToolOutcome> => {
    const { kind } = documentSteps[n - 1]!;
    const at = (step: number): TeamStepInput => ({
      run: runOfSteps,
      n,
      live: { agent, at: step, turn: call.turn, index: call.index },
    });
    if (n <= done)
      return heed(async () => activities.answerTeamStep({ input: at(call.step), call, rows: 0 }));
    if (n === 1) {
      await readCaseDocuments({ ...runOfSteps, vertical: id, sandbox_queue: live.sandbox_queue }, suspension);
      documentsRead();
    }
    if (kind === 'review') {
      const step = await python.release(call.step);
      await review(at(step));
      return heed(async () => activities.answerTeamStep({ input: at(step), call, rows: 1 }));
    }
    if (kind === 'run_python') {
      const input = at(call.step);
      await ranCode({ ...input, run: { ...runOfSteps, sandbox_queue: live.sandbox_queue } }, suspension);
      return heed(async () => activities.answerTeamStep({ input, call, rows: 1 }));
    }
    if (kind === 'model') {
      const { used, next_step, ...answered } = await askedModel(
        at(call.step),
        { run, call, ...left },
        suspension,
      );
      const input = at(next_step);
      const outcome = await heed(async () => activities.performTeamStep({ input, call, ...answered }));
      return { ...outcome, used };
    }
    // The last step ends the run, so the sandbox must be closed first.
    const counter = { next: call.step };
    if (n === documentSteps.length) await python.close(counter);
    return waitingForRecords(
      async (waited) =>
        heed(async () =>
          activities.performTeamStep({ input: { ...at(counter.next), ...(waited && { waited }) }, call }),
        ),
      LIVE_RECORDS_WAIT_MS,
    );
  };

  const governed = (n: number): Tool => {
    const { name, kind } = documentSteps[n - 1]!;
    return {
      asksModel: kind === 'model',
      run: async (made, left) => {
        const gate = stepGate(documentSteps, done, n);
        if (!gate.allowed) {
          const { rule, words } = gate;
          return heed(async () =>
            activities.refuseCall({ live: { ...runOfSteps, agent }, call: made, tool: name, rule, words }),
          );
        }
        const common = commonToolOf(kind);
        const { refused, step } =
          common === undefined ? { ...made, refused: undefined } : await asks.answer(name, made, common);
        if (refused !== undefined) return refused;
        const outcome = await perform(n, { ...made, step }, left);
        done = Math.max(done, n);
        const { decision, confidence: said } = (outcome.facts ?? {}) as {
          readonly decision?: string | null;
          readonly confidence?: number;
        };
        if (kind === 'decide') confidence = said ?? null;
        state = { ...state, steps_done: outcome.next_step - 1, decision: decision ?? state.decision };
        return outcome;
      },
    };
  };

  return {
    run,
    python,
    waiting: { ...suspension, waitedMs: () => asks.suspension.waitedMs() + waitedMs },
    tools: {
      ...Object.fromEntries(documentSteps.map(({ name }, index) => [name, governed(index + 1)])),
      ...(offersPython(documentSteps) && { [PYTHON_TOOL]: asking(asks, PYTHON_TOOL, python) }),
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
