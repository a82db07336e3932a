import { fileURLToPath } from 'node:url';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import {
  outcomeOfJob,
  type StoredOutcome,
  type SubmittedCode,
} from '../../../../src/activities/code/stored-code.ts';
import { loadConfig } from '../../../../src/config.ts';
import { KeyRing } from '../../../../src/store/crypto/key-ring.ts';
import { newLedgerRef } from '../../../../src/ids.ts';
import { createDataConverter, failureConverterPath } from '../../../../src/temporal/data-converter.ts';
import { queuesOf } from '../../../../src/temporal/queues.ts';
import { sealValue } from '../../../../src/store/vault/vault.ts';
import { someKey } from '../../../helpers/actors.ts';
import type { TestService } from '../../../helpers/service.ts';
import type { session, SessionInput } from './workflows.ts';

export interface Sessions {
  /** Starts a workflow that runs programs one after the other in one sandbox. */
  readonly start: (
    programs: readonly Partial<SubmittedCode>[],
    more?: Partial<SessionInput>,
  ) => Promise<Session>;
  readonly close: () => Promise<void>;
}

export interface Session {
  readonly ref: string;
  readonly handle: WorkflowHandleWithFirstExecutionRunId<typeof session>;
  /** Returns the outcome of program n, counted from 1, or undefined if it is not known. */
  readonly outcome: (n: number) => Promise<StoredOutcome | undefined>;
}

const QUEUE = 'session-workflows';

/** Starts a separate worker for this test's workflow, with a service's Temporal and vault. */
export const openSessions = async (service: TestService): Promise<Sessions> => {
  const config = loadConfig(service.env);
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  const { db } = service.database;
  const queue = `${config.TEMPORAL_TASK_QUEUE}.${QUEUE}`;
  const connection = await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS });
  const worker = await Worker.create({
    connection,
    taskQueue: queue,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
      failureConverterPath,
      logger: new DefaultLogger('WARN'),
    }),
    dataConverter: createDataConverter(config.ENCRYPTION_KEYS),
    workflowFailureErrorTypes: { '*': ['Error'] },
  });
  const running = worker.run();
  return {
    start: async (programs, more = {}) => {
      const ref = newLedgerRef('task');
      const jobRefs = programs.map((_, index) => `${ref}/job-${index + 1}`);
      for (const [index, program] of programs.entries()) {
        const value = { language: 'python', timeout_ms: 60_000, ...program };
        await sealValue(db, ring, { teamId: service.teamId, ref: jobRefs[index]!, value });
      }
      const input: SessionInput = {
        team_id: service.teamId,
        ledger_ref: ref,
        asked_by: someKey,
        task_queue: queuesOf(config.TEMPORAL_TASK_QUEUE).sandboxes,
        profile: 'python',
        lifetime_ms: 120_000,
        wait_ms: 60_000,
        metadata: { case: 'a-case' },
        job_refs: jobRefs,
        timeout_ms: 60_000,
        ...more,
      };
      const handle = await service.engine.workflow.start<typeof session>('session', {
        workflowId: ref,
        taskQueue: queue,
        args: [input],
      });
      const vault = { db, vaultRing: ring };
      return {
        ref,
        handle,
        outcome: async (n) => outcomeOfJob(vault, { teamId: service.teamId, ref: jobRefs[n - 1]! }),
      };
    },
    close: async () => {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
};
