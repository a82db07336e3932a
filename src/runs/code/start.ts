import type { Client } from '@temporalio/client';
import { awaitSandboxWork, type SandboxWorkEnd, startSandboxWork } from '../../temporal/sandbox-work.ts';
import type { CodeRunInput, CodeRunTimes } from './workflow.ts';

/**
 * Starts the workflow that runs submitted code. Does nothing if there already is a run with the same ledger_ref.
 * @throws a gRPC error when Temporal does not accept it
 */
export const startCodeRun = async (
  client: Client,
  run: { readonly taskQueue: string; readonly delayMs: number; readonly input: CodeRunInput },
): Promise<void> => startSandboxWork(client, { workflow: 'codeRun', summary: 'code run', ...run });

/**
 * Waits for a code run to end, even if Temporal restarts in the meantime.
 * @throws a gRPC error when Temporal remains unavailable
 */
export const awaitCodeRun = async (
  client: Client,
  input: CodeRunInput,
): Promise<SandboxWorkEnd<CodeRunTimes>> => awaitSandboxWork<CodeRunTimes>(client, input);
