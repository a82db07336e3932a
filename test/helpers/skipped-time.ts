import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { ensureJars } from './jars.ts';

const ARTIFACTS = ['io.temporal:temporal-test-server:1.31.0', 'org.slf4j:slf4j-nop:1.7.36'];

/** Starts fast rather than running fast, because a test asks little of it. */
const JAVA = '-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1';

/**
 * Prepares Temporal's test server, in which a test can skip time. It comes from Maven Central, and its libraries are downloaded once.
 * @returns the reason if it is unavailable on this machine
 */
export const ensureTestServer = async (): Promise<{ readonly jars: string } | { readonly lacking: string }> =>
  ensureJars('temporal-test-server-1.31.0', ARTIFACTS);

/** Starts the test server. Its time is real until a test calls `sleep`, which skips the time between what is due. */
export const startTestServer = async (jars: string, scratch: string): Promise<TestWorkflowEnvironment> => {
  const path = join(scratch, 'temporal-test-server');
  await writeFile(
    path,
    `#!/bin/sh\nexec java ${JAVA} -cp '${jars}/*' io.temporal.testserver.TestServer "$@"\n`,
  );
  await chmod(path, 0o755);
  return TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  });
};
