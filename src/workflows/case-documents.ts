import { patched, proxyActivities } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { VerticalRunInput } from '../runs/vertical/workflow.ts';
import { IN_SANDBOX, whenSandboxIsFree } from './sandbox-wait.ts';
import type { Suspension } from './suspension.ts';

/** Maximum time in milliseconds to wait for a sandbox in one attempt. */
const WAIT_MS = 60_000;
/** A run of any vertical. */
type RunWithDocuments = Pick<
  VerticalRunInput,
  'team_id' | 'ledger_ref' | 'asked_by' | 'documents' | 'sandbox_queue'
> & { readonly vertical: string };

/**
 * Reads a run's documents in sandboxes, before the step that reads the case. The activity seals the result;
 * only the steps open it. Runs without documents schedule nothing.
 */
export const readCaseDocuments = async (run: RunWithDocuments, { heed }: Suspension): Promise<void> => {
  const { documents, sandbox_queue: taskQueue } = run;
  if (documents === undefined || taskQueue === undefined || !patched('case-documents')) return;
  const activities = proxyActivities<Pick<SandboxActivities, 'readCaseDocuments'>>({
    ...IN_SANDBOX,
    taskQueue,
  });
  const { team_id, ledger_ref, vertical, asked_by } = run;
  const input = {
    team_id,
    ledger_ref,
    vertical,
    wait_ms: WAIT_MS,
    ...(asked_by !== undefined && { asked_by }),
  };
  await whenSandboxIsFree(async () => heed(async () => activities.readCaseDocuments(input)));
};
