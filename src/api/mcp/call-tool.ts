import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { whoLogs } from '../auth/who-logs.ts';
import { asProblem } from '../http/as-problem.ts';
import { check } from '../http/checked.ts';
import type { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';
import type { AskNow } from './ask-now.ts';
import { completed } from './ask.ts';
import { type McpCall, perform, withCallerNow } from './perform.ts';
import { asJson, problemResult, resultOf } from './results.ts';
import type { JsonObject } from './schemas.ts';
import { type Tool, type ToolRequest, WAIT, waitMember } from './tool.ts';
import { untilEnded } from './wait.ts';

/** One call of a tool, with its context. */
export interface ToolCall {
  readonly tool: Tool;
  readonly given: JsonObject;
  readonly ctx: ServerContext;
  /** Aborts if the client cancels the call. */
  readonly cancelled: AbortSignal;
  /** Asks the person at a client of 2025-11-25; undefined if the client shows no forms. */
  readonly askNow?: AskNow | undefined;
}

/** Runs a tool. A problem is also returned as a result, so that the model can read what to do next. */
export const callTool = async (
  call: ToolCall,
  carrier: McpCall,
  services: Services,
): Promise<CallToolResult | InputRequiredResult> => {
  const { tool, ctx } = call;
  const { requestId } = carrier;
  try {
    const complete = await completed(tool, call.given, ctx, call.askNow);
    if ('question' in complete) return complete.question;
    // Filling in a form takes time, as waiting for a run does.
    const by = complete.given === call.given ? carrier : await withCallerNow(carrier, services);
    return await finished(call, complete.given, by, services);
  } catch (error) {
    return problemResult(refusalOf(error, call, carrier, services), requestId);
  }
};

/**
 * Returns the problem of a refused call, and counts and logs it here, because the HTTP request around the
 * call succeeds.
 */
const refusalOf = (
  error: unknown,
  { tool }: ToolCall,
  { requestId, caller }: McpCall,
  { log, metrics }: Services,
): ProblemError => {
  const route = `/mcp ${tool.name}`;
  const problem = asProblem(error, log, { requestId, route, teamId: caller.teamId });
  metrics.countProblem(problem.code);
  log.info(
    {
      request_id: requestId,
      route,
      status: problem.status,
      team_id: caller.teamId,
      ...whoLogs(caller),
      error_code: problem.code,
    },
    'tool call refused',
  );
  return problem;
};

const finished = async (
  { tool, ctx, cancelled }: ToolCall,
  given: JsonObject,
  carrier: McpCall,
  services: Services,
): Promise<CallToolResult> => {
  const replyTo = async (request: ToolRequest, by: McpCall): Promise<JsonObject> =>
    asJson((await perform(request, by, services)).body);
  const seconds = secondsIn(tool, given);
  const first = await replyTo(tool.requestFor(given), carrier);
  const work = tool.workOf?.(first, given);
  if (work === undefined) return resultOf(first);
  // A wait holds a connection and reads the database, as a stream does, so both share the seats.
  const { events, settings } = services;
  const leaveSeat = seconds > 0 ? events.seat(carrier.caller.teamId, settings.streamsMax) : undefined;
  const state = await untilEnded(first, {
    seconds: leaveSeat === undefined ? 0 : seconds,
    stop: AbortSignal.any([cancelled, carrier.gone(), events.closing]),
    read: async () => replyTo(work.read, await withCallerNow(carrier, services)),
    onSteps: async (steps) => reportProgress(ctx, steps),
  }).finally(leaveSeat);
  if (cancelled.aborted && work.cancel !== undefined) {
    await perform(work.cancel, await withCallerNow(carrier, services), services);
  }
  return resultOf(state, { failed: work.cancel !== undefined && state['status'] === 'error' });
};

/** @throws ProblemError 422 */
const secondsIn = ({ waitSeconds }: Tool, { [WAIT]: given }: JsonObject): number => {
  if (waitSeconds === undefined) return 0;
  const checked = check(waitMember(waitSeconds), { [WAIT]: given }, 'body');
  return (checked as { readonly [WAIT]: number })[WAIT];
};

/** Tells a client that asked for it how many steps are done. The total is unknown. */
const reportProgress = async ({ mcpReq }: ServerContext, steps: number): Promise<void> => {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return;
  const message = steps === 1 ? '1 step done' : `${steps} steps done`;
  // A disconnected client needs no progress; its work is cancelled or continues anyway.
  await mcpReq
    .notify({ method: 'notifications/progress', params: { progressToken, progress: steps, message } })
    .catch(() => undefined);
};
