import { z } from 'zod';
import { runId } from '../../../contract/common.ts';
import { receiptQuery } from '../../../contract/receipts.ts';
import { getAgentTaskRoute } from '../agents/get.ts';
import { getAnalysisRoute } from '../analyze/get.ts';
import { getOperatorRunRoute } from '../operators/read.ts';
import { getRunRoute } from '../runs/get.ts';
import type { Route } from '../../services/route.ts';
import { answersWithReceipt } from '../../runs/receipts.ts';
import { either, type JsonObject, jsonSchemaOf } from '../../mcp/schemas.ts';
import { inputOf, type Tool, type ToolRequest, waitMember } from '../../mcp/tool.ts';

/** Returns a request that has no body. */
export const requestOf = (route: Route, params: JsonObject, query: JsonObject = {}): ToolRequest => ({
  route,
  params,
  query,
  body: {},
  idempotencyKey: undefined,
});

/** A case always has its receipt, so the argument is only validated. */
const getCaseRoute: Route = {
  ...getRunRoute,
  operation: { ...getRunRoute.operation, query: z.strictObject(receiptQuery) },
};

/** The routes that read each kind of run, by the prefix of its id, with the name of the id in the path. */
const KINDS = [
  { prefix: 'op_', route: answersWithReceipt(getOperatorRunRoute), param: 'run_id' },
  { prefix: 'task-', route: answersWithReceipt(getAgentTaskRoute), param: 'ref' },
  { prefix: 'analyze-', route: answersWithReceipt(getAnalysisRoute), param: 'ref' },
  { prefix: 'run_', route: getCaseRoute, param: 'id' },
] as const;

/**
 * Returns the request that reads a run. An id of an unknown kind gets the response of an id that does not
 * exist.
 */
export const readOf = (id: unknown, query: JsonObject = {}): ToolRequest => {
  const isOf = ({ prefix }: { readonly prefix: string }): boolean =>
    typeof id === 'string' && id.startsWith(prefix);
  const { route, param } = KINDS.find(isOf) ?? KINDS.at(-1)!;
  return requestOf(route, { [param]: id }, query);
};

const input = z.object({
  id: z.string().meta({
    description:
      'The `id` of a case, the `run_id` of an operator, or the `ledger_ref` of a task or an analysis',
    examples: runId.meta()?.examples as string[],
  }),
  ...receiptQuery,
});

/** One tool reads every kind of run, so that an agent with a handle needs no other. */
export const getRunTool: Tool = {
  name: 'get_run',
  title: 'Read a run',
  description:
    'Reads the state and result of a case, an operator, a task or an analysis. With `wait_seconds`, it waits for the end.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: inputOf([jsonSchemaOf(input, 'input'), jsonSchemaOf(waitMember(0), 'input')]),
  outputSchema: either(
    KINDS.map(({ route }) => jsonSchemaOf(route.operation.replies[200]!.schema as z.ZodObject, 'output')),
  ),
  requestFor: ({ id, receipt, wait_seconds: _wait, ...more }) => ({ ...readOf(id, { receipt }), body: more }),
  waitSeconds: 0,
  workOf: (_reply, { id, receipt }) => ({ read: readOf(id, { receipt }) }),
};
