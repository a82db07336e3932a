import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerInfo } from 'dockerode';
import { expect, inject } from 'vitest';
import type { CodeRunBody } from '../../src/contract/code-run.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { LABEL_INSTALLATION } from '../../src/sandbox/container-spec.ts';
import { installationOf } from '../../src/worker/installation.ts';
import type { Environment, TestService } from './service.ts';

/** Returns the settings that a test's service needs to run code on the global setup's container engine. */
export const sandboxEnv = (more: Environment = {}): Environment => ({
  DOCKER_HOST: inject('dockerHost'),
  // Only operator tests need a desktop that is kept ready.
  DESKTOP_READY: '0',
  // With one more, each service would keep a sandbox with data libraries ready, which costs more than a second of CPU time.
  SANDBOX_MAX: '7',
  ...more,
});

/** Maximum time for the first build of the images, which can take minutes on a new machine. */
const FIRST_BUILD_MS = 900_000;

/** Waits until the service can run code. @throws if it reports that it never will, or takes longer than a first build */
export const untilSandboxesReady = async (service: TestService): Promise<void> => {
  const limit = AbortSignal.timeout(FIRST_BUILD_MS);
  for (;;) {
    limit.throwIfAborted();
    const response = await fetch(`${service.url}/readyz`);
    const { dependencies } = (await response.json()) as {
      dependencies: { sandboxes: { state: string; detail?: string } };
    };
    if (dependencies.sandboxes.state === 'up') return;
    if (dependencies.sandboxes.state === 'off') throw new Error(dependencies.sandboxes.detail);
    await sleep(200);
  }
};

/** Sends POST /v1/run and expects 200. */
export const runCode = async (
  service: Pick<TestService, 'request'>,
  body: Readonly<Record<string, unknown>>,
): Promise<CodeRunBody> => {
  const response = await service.request('POST', '/v1/run', body);
  if (response.status !== 200)
    throw new Error(`/v1/run answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as CodeRunBody;
};

export interface CodeRow {
  readonly action: string;
  readonly step: number;
  readonly governance: string;
  readonly summary: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Returns a code run's ledger rows, or an empty list if it has none. */
export const codeRows = async (
  service: Pick<TestService, 'request'>,
  ref: string,
): Promise<readonly CodeRow[]> => {
  const response = await service.request('GET', `/v1/govern/ledger/${ref}`);
  if (response.status === 404) return [];
  return ((await response.json()) as { entries: CodeRow[] }).entries;
};

/** Returns a service's containers on the container engine, in any state. */
export const containersOf = async ({ env }: Pick<TestService, 'env'>): Promise<readonly ContainerInfo[]> => {
  const label = `${LABEL_INSTALLATION}=${installationOf(env as Parameters<typeof installationOf>[0])}`;
  return connectContainerEngine(inject('dockerHost')).listContainers({
    all: true,
    filters: { label: [label] },
  });
};

/** Waits until a process with the given words in its command line runs in one of the service's sandboxes. */
export const untilProcessRuns = async (service: Pick<TestService, 'env'>, words: string): Promise<void> => {
  const docker = connectContainerEngine(inject('dockerHost'));
  const commandLines = async (): Promise<string> => {
    const containers = await containersOf(service);
    const tops = await Promise.all(
      // A container may end between the two requests.
      containers.map(({ Id }) =>
        docker
          .getContainer(Id)
          .top()
          .catch(() => ({ Processes: [] })),
      ),
    );
    return tops
      .flatMap(({ Processes }) => (Processes as string[][]).map((columns) => columns.join(' ')))
      .join('\n');
  };
  await expect.poll(commandLines, { timeout: 60_000 }).toContain(words);
};
