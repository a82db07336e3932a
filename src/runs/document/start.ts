import type { Client } from '@temporalio/client';
import { executeSandboxWork, type SandboxWorkEnd } from '../../temporal/sandbox-work.ts';
import type { DocumentCheckInput, DocumentPageInput, DrawnPage, ExtractionInput } from './workflow.ts';

/**
 * Runs the workflow that extracts a stored document, and waits for it to end. A second call with the same ledger_ref waits for
 * the same extraction.
 * @throws a gRPC error when Temporal does not accept it or remains unavailable
 */
export const executeExtraction = async (
  client: Client,
  { taskQueue, input }: { readonly taskQueue: string; readonly input: ExtractionInput },
): Promise<SandboxWorkEnd<void>> =>
  executeSandboxWork(client, { workflow: 'extraction', summary: 'document extraction', taskQueue, input });

/**
 * Runs the workflow that checks an uploaded document, and waits for it to end.
 * @throws a gRPC error when Temporal does not accept it or remains unavailable
 */
export const executeDocumentCheck = async (
  client: Client,
  { taskQueue, input }: { readonly taskQueue: string; readonly input: DocumentCheckInput },
): Promise<SandboxWorkEnd<void>> =>
  executeSandboxWork(client, { workflow: 'documentCheck', summary: 'document check', taskQueue, input });

/**
 * Runs the workflow that draws a page, and waits for it to end.
 * @throws a gRPC error when Temporal does not accept it or remains unavailable
 */
export const executePageDrawing = async (
  client: Client,
  { taskQueue, input }: { readonly taskQueue: string; readonly input: DocumentPageInput },
): Promise<SandboxWorkEnd<DrawnPage>> =>
  executeSandboxWork(client, { workflow: 'documentPage', summary: 'page of a document', taskQueue, input });
