import type { Client } from '@temporalio/client';
import { executeSandboxWork, type SandboxWorkEnd } from '../../temporal/sandbox-work.ts';
import type { ExtractionInput } from './workflow.ts';

/**
 * Has a stored document extracted by its workflow and waits for its end. Asking again with the same ledger_ref waits for
 * the same extraction.
 * @throws a gRPC error when the engine does not take it, or stays away
 */
export const executeExtraction = async (
  client: Client,
  { taskQueue, input }: { readonly taskQueue: string; readonly input: ExtractionInput },
): Promise<SandboxWorkEnd<void>> =>
  executeSandboxWork(client, { workflow: 'extraction', summary: 'document extraction', taskQueue, input });
