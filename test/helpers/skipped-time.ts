import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionPlugin } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { ensureJars } from './jars.ts';

const ARTIFACTS = ['io.temporal:temporal-test-server:1.31.0', 'org.slf4j:slf4j-nop:1.7.36'];

/** Optimises for a fast start rather than for speed, because a test needs little work from it. */
const JAVA = '-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1';

/**
 * Prepares Temporal's test server, in which a test can skip time. It comes from Maven Central, and its libraries are downloaded once.
 * @returns the reason if it is unavailable on this machine
 */
export const ensureTestServer = async (): Promise<{ readonly jars: string } | { readonly lacking: string }> =>
  ensureJars('temporal-test-server-1.31.0', ARTIFACTS);

/**
 * Configures the test's own connection. No call is repeated, because a second `sleep` would unlock time twice, and a retry that is
 * due after the connection was closed throws an error that nobody catches. There are no pings, because the server disconnects
 * clients that ping an idle connection.
 */
const calm: ConnectionPlugin = {
  name: 'calm',
  configureConnection: (options) => ({
    ...options,
    interceptors: [],
    channelArgs: { ...options.channelArgs, 'grpc.keepalive_time_ms': 2 ** 31 - 1 },
  }),
};

/**
 * Starts the test server. Its time is real until a test calls `skipTime`, which skips from one due time to
 * the next.
 */
export const startTestServer = async (jars: string, scratch: string): Promise<TestWorkflowEnvironment> => {
  const path = join(scratch, 'temporal-test-server');
  await writeFile(
    path,
    `#!/bin/sh\nexec java ${JAVA} -cp '${jars}/*' io.temporal.testserver.TestServer "$@"\n`,
  );
  await chmod(path, 0o755);
  return TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
    plugins: [calm],
  });
};

/** Real time in milliseconds within which a skip ends, unless work hangs. */
const SKIP_WITHIN_MS = 45_000;

/**
 * Skips time. The server's time is real while work is outstanding, so with a task that nobody completes, a
 * skip would take as long as the skipped time.
 * @throws Error that names the outstanding work if that happens
 */
export const skipTime = async (time: TestWorkflowEnvironment, ms: number): Promise<void> => {
  try {
    await time.connection.withDeadline(Date.now() + SKIP_WITHIN_MS, async () => time.sleep(ms));
  } catch (cause) {
    throw new Error(`time was not skipped; outstanding: ${await outstandingWork(time)}`, { cause });
  }
};

const outstandingWork = async ({ connection }: TestWorkflowEnvironment): Promise<string> => {
  const { workflowService } = connection;
  const namespace = 'default';
  const { executions } = await workflowService.listOpenWorkflowExecutions({ namespace });
  const found = await Promise.all(
    executions.map(async ({ execution }) => {
      const {
        pendingActivities,
        pendingWorkflowTask: task,
        workflowExecutionInfo: info,
      } = await workflowService.describeWorkflowExecution({ namespace, execution: execution! });
      const activities = pendingActivities.map(
        ({ activityType, attempt, state }) => `${activityType?.name} attempt ${attempt} state ${state}`,
      );
      return `${info?.type?.name} ${execution?.workflowId}: ${[...activities, ...(task ? ['workflow task'] : [])].join(', ')}`;
    }),
  );
  return found.join('; ');
};
