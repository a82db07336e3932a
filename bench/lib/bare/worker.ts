import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';

/** Starts a worker for {@link bareWorkflow}: the plain SDK, without database, codec or interceptors. */
export const startBareWorker = async (address: string, taskQueue: string): Promise<() => Promise<void>> => {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('./workflow.ts', import.meta.url)),
      logger: new DefaultLogger('WARN'),
    }),
    activities: { nothing: async () => undefined },
  });
  const done = worker.run();
  return async () => {
    worker.shutdown();
    await done;
    await connection.close();
  };
};
