import { analyzeRoute } from '../analyze/run.ts';
import { cancelAnalysisRoute } from '../analyze/cancel.ts';
import { cancelAgentTaskRoute } from '../agents/cancel.ts';
import { runAgentTaskRoute } from '../agents/run.ts';
import { runCodeRoute } from '../code/run.ts';
import { extractDocumentRoute } from '../documents/extract.ts';
import { getLedgerRoute } from '../govern/ledger.ts';
import { scanTextRoute } from '../govern/scan.ts';
import { startOperatorRunRoute } from '../operators/start.ts';
import { verifyReceiptRoute } from '../proofs/verify-receipt.ts';
import { listReviewsRoute } from '../reviews/read.ts';
import { startRunRoute } from '../runs/start.ts';
import { describeCases, missingCaseMembers } from '../../mcp/case-members.ts';
import { getRunTool, readOf, requestOf } from './get-run.ts';
import { type Tool, toolOf } from '../../mcp/tool.ts';

/** Only reads. */
const reads = { readOnlyHint: true, openWorldHint: false } as const;
/** Adds a row or a result, and changes nothing that exists. */
const adds = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

/**
 * Every tool, in the order in which `tools/list` shows them. Deciding reviews is left to people, so there is
 * no tool for it.
 */
export const tools: readonly Tool[] = [
  toolOf({
    name: 'scan_text',
    title: 'Scan a text for identifiers',
    description:
      'Finds and masks Indian identifiers (Aadhaar, PAN, GSTIN, cards, phone numbers, e-mail addresses) in a text. Use the ' +
      'masked text in place of the original.',
    annotations: adds,
    route: scanTextRoute,
  }),
  toolOf({
    name: 'extract_document',
    title: 'Extract an Indian document',
    description:
      'Reads the identifiers, dates and amounts of a document (text, PDF or picture) in a sandbox and checks them. A failed ' +
      'check is a result with `valid: false`.',
    annotations: adds,
    route: extractDocumentRoute,
  }),
  toolOf({
    name: 'run_code',
    title: 'Run code in a sandbox',
    description:
      'Runs Python or Bash in a fresh sandbox without a network. If the code fails, see `exit_code`, `timed_out` and ' +
      '`oom_killed` in the result.',
    annotations: adds,
    route: runCodeRoute,
  }),
  toolOf({
    name: 'start_case',
    title: 'Start a case',
    description:
      'Has a vertical work a case through its governed steps. Returns at once; follow the run with get_run and its `id`. ' +
      describeCases(),
    annotations: { ...adds, destructiveHint: true },
    route: startRunRoute,
    renamed: { id: 'vertical' },
    missingIn: missingCaseMembers,
  }),
  getRunTool,
  toolOf({
    name: 'analyze_data',
    title: 'Analyze data',
    description:
      'Answers a question about a dataset by running Python on it in a sandbox. If the analysis is still `running` in the ' +
      'result, continue with get_run and its `ledger_ref`.',
    annotations: adds,
    route: analyzeRoute,
    waitSeconds: 20,
    workOf: (reply) => ({
      read: readOf(reply['ledger_ref']),
      cancel: requestOf(cancelAnalysisRoute, { ref: reply['ledger_ref'] }),
    }),
  }),
  toolOf({
    name: 'run_task',
    title: 'Have an agent do a task',
    description:
      'Has an agent do a task with Python in a sandbox without a network. If the task is still `running` in the result, ' +
      'continue with get_run and its `ledger_ref`.',
    annotations: adds,
    route: runAgentTaskRoute,
    waitSeconds: 20,
    workOf: (reply) => ({
      read: readOf(reply['ledger_ref']),
      cancel: requestOf(cancelAgentTaskRoute, { ref: reply['ledger_ref'] }),
    }),
  }),
  toolOf({
    name: 'start_operator',
    title: 'Start an operator',
    description:
      'Has an operator finish a task on a fresh desktop with a browser, by looking, clicking and typing. Returns at once; follow ' +
      'it with get_run and its `run_id`.',
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    route: startOperatorRunRoute,
  }),
  toolOf({
    name: 'get_ledger',
    title: 'Read ledger entries',
    description: 'Reads the hash-chained entries of a `ledger_ref`: what was done, by whom, in which order.',
    annotations: reads,
    route: getLedgerRoute,
  }),
  toolOf({
    name: 'verify_receipt',
    title: 'Verify a receipt',
    description:
      "Checks a receipt: whether its rows are unchanged, and whether they are in the ledger that the log's key signed.",
    annotations: reads,
    route: verifyReceiptRoute,
  }),
  toolOf({
    name: 'list_reviews',
    title: 'List reviews',
    description: 'Lists what waits for a person, oldest due first. People decide reviews, tools cannot.',
    annotations: reads,
    route: listReviewsRoute,
  }),
];
