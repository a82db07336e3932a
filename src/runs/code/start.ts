import type { Client } from '@temporalio/client';
import { awaitSandboxWork, type SandboxWorkEnd, startSandboxWork } from '../../temporal/sandbox-work.ts';
import type { CodeRunInput, CodeRunTimes } from './workflow.ts';

/**
 * Starts the workflow that runs submitted code. An existing run of the same ledger_ref is left as it is.
 * @throws a gRPC error when Temporal does not accept it
 */
export const startCodeRun = async (
  client: Client,
  run: { readonly taskQueue: string; readonly delayMs: number; readonly input: CodeRunInput },
): Promise<void> => startSandboxWork(client, { workflow: 'codeRun', summary: 'code run', ...run });

/** Waits for the end of a code run, through restarts of Temporal. @throws a gRPC error when Temporal stays unavailable */
export const awaitCodeRun = async (
  client: Client,
  input: CodeRunInput,
): Promise<SandboxWorkEnd<CodeRunTimes>> => awaitSandboxWork<CodeRunTimes>(client, input);
