import type { Answers } from '../../connectors/look-up.ts';
import { maskJson } from '../../governance/mask.ts';
import type { LiveTool } from '../../contract/live-tools.ts';
import { verticals } from '../../governance/verticals/index.ts';
import type { JsonObject } from '../../ledger/index.ts';
import { answerCall, eventsOf, findToolOutcome, readCall } from '../agent/tool-call.ts';
import type { ToolOutcome } from '../agent/types.ts';
import { lookUpForRun } from '../common/look-up-for-run.ts';
import type { ToolCall } from '../../model/messages.ts';
import { againIfPayoutsSuspended } from '../verticals/common/payouts.ts';
import { visibleMembers } from '../verticals/common/case-files.ts';
import { openCase } from '../verticals/common/documents.ts';
import { maskedDocument } from '../../runs/document/show.ts';
import { verticalWork } from '../verticals/index.ts';
import { emitBlocked } from '../../runs/blocked.ts';
import { type LiveCall, type LiveDependencies, type LiveFacts } from './context.ts';
import { endWell, traceRun } from './end.ts';
import { performSteps } from './perform-steps.ts';

export interface GovernedInput extends LiveCall {
  readonly tool: LiveTool;
}

/** Facts that earlier calls of governed tools found, by step number, for later steps and calls. */
export interface GovernedFacts extends JsonObject {
  readonly steps: LiveFacts;
}

/**
 * Performs a tool's governed steps. The effects, the rows, the result for the model and, for `write_record`, the run's end are
 * one transaction. Steps that have already been performed are reported again but not repeated.
 */
export const performGoverned = async (deps: LiveDependencies, input: GovernedInput): Promise<ToolOutcome> => {
  const { call, live } = input;
  const before = await findToolOutcome(deps.db, call);
  if (before !== undefined) return before;
  const made = await readCall(deps, call);
  const answers = await lookUpAll(deps, input);
  const outcome = await againIfPayoutsSuspended(async () => transact(deps, input, made, answers));
  if (outcome.ends === true) await traceRun(deps, live);
  return outcome;
};

const transact = async (
  deps: LiveDependencies,
  input: GovernedInput,
  made: ToolCall,
  answers: Answers,
): Promise<ToolOutcome> => {
  const { call, live, tool } = input;
  return deps.db.transaction().execute(async (tx) => {
    const done = await performSteps(tx, deps, input, answers);
    const shown = {
      steps: done.results.map(({ action, summary, detail }) => ({ action, summary, detail })),
      ...(tool === 'read_case' && { case: await shownCase(deps, input) }),
    };
    const last = done.results.at(-1)?.decision;
    const ends = tool === 'write_record';
    const outcome: ToolOutcome = {
      next_step: call.step + done.rows.length,
      facts: { steps: done.facts },
      ...(ends && { ends }),
    };
    const raw = verticals[live.vertical].live.identifiers === 'raw';
    await answerCall(tx, deps, {
      call,
      made,
      answer: { parts: [{ type: 'text', text: JSON.stringify(shown) }], is_error: false, raw },
      outcome,
    });
    // Rows come last, because the team's chain is locked from here on.
    for (const row of done.rows) await deps.ledger.appendIn(tx, row);
    for (const row of done.rows) await emitBlocked(tx, row);
    await deps.events.publishLedger(tx, eventsOf(call.run));
    if (ends) await endWell(tx, deps, live, last);
    return outcome;
  });
};

/**
 * Looks up the records that the tool's steps read from the institution's own systems.
 * @throws RecordsAwayError if one is unavailable
 */
const lookUpAll = async (
  deps: LiveDependencies,
  { live, tool, facts, waited = false }: GovernedInput,
): Promise<Answers> => {
  const { lookUps } = verticalWork[live.vertical];
  const numbers = (verticals[live.vertical].live.steps[tool] ?? []).filter((n) => facts[n] === undefined);
  if (lookUps === undefined || !numbers.some((n) => n in lookUps)) return {};
  const { case: given } = await openCase(deps.openValue, live);
  const wanted = numbers.flatMap((n) => lookUps[n]?.({ case: given, facts }) ?? []);
  return lookUpForRun(deps, { teamId: live.team_id, runId: live.run_id, waited }, wanted);
};

/** Returns the parts of the case that the vertical's policy lets the model see. */
const shownCase = async (deps: LiveDependencies, { live }: LiveCall): Promise<unknown> => {
  const { case: given, known, documents } = await openCase(deps.openValue, live);
  const shown = visibleMembers(live.vertical, given);
  if (verticals[live.vertical].live.identifiers === 'raw') return shown;
  const read = documents.read.map((document) => maskedDocument(document));
  return { ...(maskJson(shown, known) as object), ...(read.length > 0 && { documents: read }) };
};
