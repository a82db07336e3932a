import type { Client } from '@temporalio/client';
import type { CodeRunInput, CodeRunTimes } from '../workflows/code-run.ts';
import { executeSandboxWork, type SandboxWorkEnd } from './sandbox-work.ts';

/**
 * Has submitted code run by its workflow and waits for its end. Asking again with the same ledger_ref waits for the same run.
 * @throws a gRPC error when the engine does not take it, or stays away
 */
export const executeCodeRun = async (
  client: Client,
  { taskQueue, input }: { readonly taskQueue: string; readonly input: CodeRunInput },
): Promise<SandboxWorkEnd<CodeRunTimes>> =>
  executeSandboxWork(client, { workflow: 'codeRun', summary: 'code run', taskQueue, input });
